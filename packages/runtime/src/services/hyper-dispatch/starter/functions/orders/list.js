// Reads entries of the collection "orders": filtered, newest first, page by page.
export default async function list({ email, page = 0 }, { content }) {
  const found = await content.find('orders', { where: { customer: { email } }, descending: true, page });
  return { orders: found.content, total: found.totalElements };
}
