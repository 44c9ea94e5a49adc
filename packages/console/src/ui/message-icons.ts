import { type ComponentType, createElement, type SVGProps } from 'react';

export type Icon = ComponentType<SVGProps<SVGSVGElement> & { size?: number }>;

/**
 * An icon of one path in a square of 24, as lucide.dev draws them. Screen readers skip it unless it has a label. Icons of
 * the sign-in page are here, all others in `icons.ts`, which visitors do not load.
 */
export function icon(path: string): Icon {
  return ({ size = 24, ...rest }) =>
    createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': rest['aria-label'] === undefined && rest.role === undefined ? true : undefined,
        ...rest,
      },
      createElement('path', { d: path }),
    );
}

export const CircleAlert = icon('M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0M12 8L12 12M12 16L12.01 16');
export const CircleCheck = icon('M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0M16 9l-5.5 5.5L8 12');
export const Info = icon('M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0M12 16v-4M12 8h.01');
export const LoaderCircle = icon('M21 12a9 9 0 1 1-6.219-8.56');
export const TriangleAlert = icon(
  'M21.73 18l-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3M12 9v4M12 17h.01',
);
export const X = icon('M18 6 6 18M6 6l12 12');
