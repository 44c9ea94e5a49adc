import { Component, type ErrorInfo, type ReactNode } from 'react';
import { ErrorAlert } from './ErrorAlert.tsx';

interface PanelBoundaryProps {
  children: ReactNode;
  /** A change of it (the page's address) gives the panel another chance. */
  resetKey?: unknown;
}

interface PanelBoundaryState {
  error: Error | null;
}

/** Keeps the failure of one panel to that panel. */
export class PanelBoundary extends Component<PanelBoundaryProps, PanelBoundaryState> {
  override state: PanelBoundaryState = { error: null };

  static getDerivedStateFromError(error: unknown): PanelBoundaryState {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidUpdate(before: PanelBoundaryProps) {
    if (this.state.error && before.resetKey !== this.props.resetKey) this.setState({ error: null });
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    reportError(Object.assign(error, { componentStack: info.componentStack }));
  }

  override render() {
    if (!this.state.error) return this.props.children;
    return <ErrorAlert error={this.state.error} onRetry={() => this.setState({ error: null })} />;
  }
}
