/** Texts that the console shows before calling the server, and that the server returns if it is called anyway. */
export const REQUIRED_FIELDS_MESSAGE = 'Please provide values in required fields.';

export const NO_SERVICE_FOLDER_MESSAGE =
  'The repository has no folder named after a service. Expected <service>/<folder>/<name>.js, such as hyper-dispatch/functions/orders/create.js.';

export const ALL_LEFT_OUT_MESSAGE =
  'The repository has folders named after services, but no file in them can be pulled.';

export const EXCHANGED_MESSAGE =
  'The service has exchanged files with this branch since they were compared. Compare again.';

export const MOVED_MESSAGE = 'The live configuration has changed since it was compared. Compare again.';
