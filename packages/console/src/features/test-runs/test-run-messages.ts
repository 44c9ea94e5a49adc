/** Messages for failed calls about tests (specification, section 8). */
export const testRunMessages = {
  lastRun: (status: number) => `Could not fetch last test run, response status: ${status}`,
  cancelRun: (status: number) => `Could not cancel tests, response status: ${status}`,
  cancelTest: (status: number) => `Could not cancel test, response status: ${status}`,
  currentRun: (status: number) => `Could not fetch current test run, response status: ${status}`,
  list: (status: number) => `Could not fetch the list of all tests, response status: ${status}`,
  run: (status: number) => `Could not run tests, response status: ${status}`,
  find: (status: number) => `Could not fetch test runs, response status: ${status}`,
};
