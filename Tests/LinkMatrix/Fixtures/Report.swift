import SectionRegistry

/// Prints all records with their values, and what is wrong with the rest.
func report() {
  for record in SectionRegistry.records { print(line(record)) }
  for problem in SectionRegistry.problems { print("problem \(problem.code): \(problem.message)") }
}

/// A record in one line.
///
/// Records of kind "text" declare a string, and those of
/// kind "func" a function.
func line(_ record: Record) -> String {
  let value =
    switch record.kind {
    case "text": record.load(as: String.self)
    case "func": record.load(as: (@Sendable (Int) -> Int).self).map { "\($0(20))" }
    default: nil as String?
    }
  let place = "\(record.module), \(record.file):\(record.line):\(record.column)"
  let image = record.imagePath.split(separator: "/").last ?? ""
  return "\(record.kind):\(record.key) (\(place), priority \(record.priority)) in \(image)"
    + (value.map { " = \($0)" } ?? "")
}
