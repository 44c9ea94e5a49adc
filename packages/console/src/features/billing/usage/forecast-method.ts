/** How the forecast of a month comes about. */
export const FORECAST_METHOD =
  'Each day to come counts like the same weekday of the last seven full days; before there are seven, like the average day.';
