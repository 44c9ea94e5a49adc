/** Where in a service a failure points to. */
export interface SourcePlace {
  /** Path of the file in the service. */
  file: string;
  line?: number | undefined;
}
