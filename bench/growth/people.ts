import type { Curve } from '../growth-curve.ts';
import { fillPeople } from '../large-domain.ts';

export const curve: Curve = {
  sizes: [10, 1_000],
  async seed(place) {
    await fillPeople(place.database, place, place.size);
    return [
      { name: 'All people of the domain', run: () => place.call('GET', '/auth/v1/people') },
      { name: 'Sessions of its owner', limitRatio: 1.5, run: () => place.call('GET', '/auth/v1/sessions') },
    ];
  },
};
