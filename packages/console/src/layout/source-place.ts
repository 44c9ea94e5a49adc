/** Location of a failure in a service. */
export interface SourcePlace {
  /** Path of the file in the service. */
  file: string;
  line?: number | undefined;
}
