export default [
  {
    id: "imprint",
    title: "Imprint",
    body: "Tea & Cups Ltd, 1 Harbour Road",
    tags: [
      "legal",
    ],
  },
  {
    id: "shipping",
    title: "Shipping",
    body: "We ship within two days. From 50.00 on, shipping is free.",
    tags: [
      "help",
    ],
  },
];
