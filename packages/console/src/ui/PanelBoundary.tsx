import { Component, type ErrorInfo, type ReactNode } from 'react';
import { ErrorAlert } from './ErrorAlert.tsx';

interface PanelBoundaryProps {
  children: ReactNode;
  /** A change of it (the page's address) makes the panel try again. */
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

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo) {
    reportError(Object.assign(error, { componentStack }));
  }

  override render() {
    if (!this.state.error) return this.props.children;
    return <ErrorAlert error={this.state.error} onRetry={() => this.setState({ error: null })} />;
  }
}
