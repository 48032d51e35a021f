/**
 * The lists of the summary that have a bound, in the order in which `cut` names them. They stand apart from the schema
 * of the report, which describes it and which no function carries.
 */
export const SUMMARY_LISTS = ['causes', 'byDay', 'byUser'] as const;
