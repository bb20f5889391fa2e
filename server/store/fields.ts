/** `account_id` is `accountId`. */
type Field<Column> = Column extends `${infer Word}_${infer Rest}`
  ? `${Word}${Capitalize<Field<Rest>>}`
  : Column

type Fields<Row> = { [Column in keyof Row as Field<Column>]: Row[Column] }

/** A row of the database, with the names of code. Flags (0 or 1) and JSON are still those of their columns. */
export function fieldsOf<Row extends object>(row: Row): Fields<Row> {
  const named = Object.entries(row).map(([column, value]) => [
    column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
    value,
  ])
  return Object.fromEntries(named)
}
