export default {
  id: "low-stock",
  description: "The buyer gets a mail when a product runs low",
  event: "stock.low",
  function: "stock/report-low",
  order: 20,
  disabled: false,
};
