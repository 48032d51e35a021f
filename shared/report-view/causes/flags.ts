const FLAGS = '①②③④⑤⑥⑦⑧⑨⑩';

/** The number of a cause in the chart and beside its sentence; nothing for those far below. */
export const flagOf = (place: number): string => FLAGS[place] ?? '';
