import { signInFast } from '../../support/personas.ts';
import { expect, test } from '../../support/test.ts';

test('articles are softened in the dark, and cleaned', async ({ page, customer, customerApi, guard }) => {
  await test.step('the dark theme softens the pictures of articles', async () => {
    const code = '/doc/v1/public/article/code/push-configuration';
    const { id } = await customerApi.must<{ id: string }>('GET', code);
    const address = `/console/doc/v1/article-view?id=${id}`;
    await page.goto(address);
    const picture = page.getByRole('article').getByRole('img').first();
    await expect(picture).toBeVisible();
    await expect(picture).toHaveCSS('filter', 'none');
    await customerApi.must('PATCH', '/auth/v1/user', { params: { theme: 'dark' } });
    await signInFast(page, customer);
    await page.goto(address);
    await expect(picture).toHaveCSS('filter', 'brightness(1) contrast(0.9) sepia(0.1)');
  });

  await test.step('an article that came through uncleaned is cleaned in the browser', async () => {
    expect(guard.faults(), 'until here').toEqual([]);
    // The browser reports the handlers when the cleaning reads the text, in a document that is never shown.
    guard.expectFault(/Content Security Policy/);
    const html = `<p>Harmless <b>words</b></p><img src="/console/none.png" onerror="window.hacked=1">
      <script>window.hacked=2</script><svg onload="window.hacked=3"></svg><style>body{display:none}</style>
      <a href="javascript:window.hacked=4">a link</a><iframe srcdoc="<p>frame</p>"></iframe>
      <form action="https://evil.example"><input name="password"></form>`;
    await page.route('**/doc/v1/public/article/id/hostile', (route) =>
      route.fulfill({
        json: {
          id: 'hostile',
          title: 'Hostile',
          description: '',
          html,
          type: 'HOW_TO',
          aliases: [],
          articlesMinimal: [],
        },
      }),
    );
    await page.goto('/console/doc/v1/article-view?id=hostile');
    const article = page.getByRole('article');
    await expect(article.getByText('Harmless words')).toBeVisible();
    // The content policy would stop them too: they must not even be there.
    const hostile = 'script, style, iframe, form, input, [onerror], [onload], [href^="javascript:"]';
    await expect(article.locator(hostile)).toHaveCount(0);
    await article.getByText('a link').click();
    expect(await page.evaluate(() => 'hacked' in globalThis)).toBe(false);
  });
});
