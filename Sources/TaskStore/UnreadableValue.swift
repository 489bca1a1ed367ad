/// A row of a table has a value that no store writes.
struct UnreadableValue: Error, CustomStringConvertible {
  let column: String

  var description: String { "its column '\(column)' has a value of a wrong type" }
}
