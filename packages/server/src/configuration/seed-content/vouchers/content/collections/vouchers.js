export default [
  { id: "spring", percent: 10 },
  { id: "welcome", percent: 5 },
];
