export default {
  id: "low-stock",
  description: "When stock/take emits stock.low, stock/report-low runs: the buyer gets an e-mail",
  event: "stock.low",
  function: "stock/report-low",
  order: 20,
  disabled: false,
};
