import type { Finding, ReconciliationReport, Summary } from '../schemas/report.ts';

type Severity = Finding['severity'];

interface CodeLine {
  severity: Severity;
  count: number;
  amount: string | null;
  title: string;
  remedy: string;
}
export interface Cause {
  severity: Severity;
  code: string;
  model: string | null;
  channelId: string | null;
  count: number;
  amount: string | null;
  findingId: string;
}
export interface DayLine {
  day: string;
  requests: number;
  revenue: string;
  cost: string | null;
  margin: string | null;
}
export interface UserLine {
  userId: string;
  requests: number;
  revenue: string;
  cost: string | null;
  margin: string | null;
  credited: string | null;
}
export type Report = Omit<ReconciliationReport, 'summary'> & {
  summary: Omit<Summary, 'findings'> & {
    findings: Omit<Summary['findings'], 'byCode'> & { byCode: Record<string, CodeLine> };
    causes: Cause[];
    byDay: DayLine[];
    byUser: UserLine[];
    cut: string[];
  };
};
