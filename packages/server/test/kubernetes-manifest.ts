/** What the samples' tests read of a document; the published schemas describe the rest. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec?: {
    replicas?: number;
    ports?: { port: number }[];
    selector?: { matchLabels?: Record<string, string> };
    template?: { metadata: { labels: Record<string, string> }; spec: PodSpec };
  };
}

export interface PodSpec {
  terminationGracePeriodSeconds: number;
  securityContext: { runAsNonRoot?: boolean };
  containers: Container[];
}

interface Probe {
  httpGet: { path: string; port: string };
}

export interface Container {
  env: { name: string; value?: string; valueFrom?: Source }[];
  ports: { name: string; containerPort: number }[];
  startupProbe: Probe;
  readinessProbe: Probe;
  livenessProbe: Probe;
  securityContext: Record<string, unknown>;
}

interface Source {
  fieldRef?: { fieldPath: string };
  secretKeyRef?: { name: string; key: string };
}
