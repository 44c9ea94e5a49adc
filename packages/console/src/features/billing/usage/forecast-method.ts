/** Explanation of the forecast. */
export const FORECAST_METHOD =
  'Each remaining day is estimated from the same weekday in the last seven full days, or from the average day while there are fewer than seven.';
