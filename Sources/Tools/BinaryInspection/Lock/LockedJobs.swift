import ModuleGraph
import Spelling

/// The jobs of a lock file, with the types of their values.
///
/// The file contains text for people, from which this reads the forms of types again. A form in
/// which the text is ambiguous counts as unknown, and is never guessed.
package struct LockedJobs: Sendable {
  /// A job, with its types as its declaration spelled them.
  private struct Job {
    let module: String?
    let types: [DataSchemas.Use.Role: String]
  }

  private var jobs: [String: Job] = [:]
  /// The lines of the types of stored values, by the names of the types.
  private var lines: [String: String] = [:]

  /// The maximum number of bytes of a lock file.
  package static let mostBytes = 4_000_000

  /// Reads the text of a lock file.
  ///
  /// - Throws: An error for the first line that is not an entry.
  package init(_ text: String) throws(LockError) {
    var section = ""
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    where !line.isEmpty && !line.hasPrefix("#") {
      guard line.hasPrefix("  ") else {
        section = String(line)
        continue
      }
      let entry = line.dropFirst(2)
      switch section {
      case SurfaceLock.Section.jobs.rawValue:
        guard let (name, job) = Self.job(entry) else { throw LockError(line: number + 1) }
        jobs[name] = job
      case SurfaceLock.Section.storedTypes.rawValue:
        lines[Self.typeName(in: entry)] = String(entry)
      case "": throw LockError(line: number + 1)
      default: break
      }
    }
  }

  /// The names of the jobs, sorted.
  package var names: [String] { jobs.keys.sorted() }

  /// The change that removes a job.
  package static func removal(of name: String) -> (level: ChangeLevel, reason: String)? {
    BreakingRules.removal(of: ModuleGraph.Node(kind: .job, name: name))
      .map { ($0.level, $0.reason) }
  }

  /// Returns whether a type has another form than in the file.
  package func isChanged(_ name: String, in schemas: DataSchemas) -> Bool {
    lines[name] != EscapedText.line(schemas.line(of: name))
  }

  /// Returns the changes since the file was written that break stored data or the running
  /// neighbor.
  ///
  /// - Parameters:
  ///   - schemas: The current types.
  ///   - formerNames: The earlier names of each renamed job.
  /// - Returns: The changes of types, by the current names of the jobs.
  package func breakingChanges(
    to schemas: DataSchemas, formerNames: [String: [String]]
  ) -> [SurfaceDifference.Change] {
    var old = DataSchemas(forms: forms(comparedWith: schemas))
    var new = DataSchemas(forms: schemas.forms)
    for use in schemas.uses where use.isStored {
      let names = [use.name] + (formerNames[use.name] ?? [])
      guard let job = names.lazy.compactMap({ jobs[$0] }).first, let text = job.types[use.role],
        let type = Self.type(text, in: job.module, like: use.type, among: old.forms)
      else { continue }
      var locked = use
      locked.type = type
      old.uses.append(locked)
      new.uses.append(use)
    }
    return SchemaDifference(from: old, to: new).changes
      .filter { $0.level == .storedData || $0.level == .neighbor }
  }

  /// Returns the forms of the types in the file.
  ///
  /// A form whose line has not changed is taken from the current types, because it is then known
  /// without reading the line.
  private func forms(comparedWith schemas: DataSchemas) -> [String: DataForm] {
    var forms: [String: DataForm] = [:]
    for (name, line) in lines {
      let current = isChanged(name, in: schemas) ? nil : schemas.forms[name]
      forms[name] = current ?? Self.form(line.dropFirst(name.count))
    }
    for name in forms.values.flatMap(\.types).flatMap(\.names) where forms[name] == nil {
      forms[name] = .opaque("the lock file does not contain it")
    }
    return forms
  }
}

/// A line of a lock file that `modkit lock` does not write.
package struct LockError: Error, Sendable, Hashable {
  package let line: Int
}

// MARK: - Reading the lines

extension LockedJobs {
  /// Reads `Mail: Send (queue: mail, payload: Letter, result: Int)`.
  private static func job(_ entry: Substring) -> (name: String, Job)? {
    guard entry.hasSuffix(")"), let facts = entry.ranges(of: " (queue: ").last else { return nil }
    var name = entry[..<facts.lowerBound]
    var module: String?
    if let colon = name.firstRange(of: ": ") {
      module = String(name[..<colon.lowerBound])
      name = name[colon.upperBound...]
    }
    var rest = entry[facts.upperBound...].dropLast()
    var types: [DataSchemas.Use.Role: String] = [:]
    for (role, label) in [(DataSchemas.Use.Role.result, ", result: "), (.payload, ", payload: ")] {
      guard let range = rest.ranges(of: label).last else { continue }
      types[role] = String(rest[range.upperBound...])
      rest = rest[..<range.lowerBound]
    }
    return (String(name), Job(module: module, types: types))
  }

  /// Returns the name of a type, which precedes its form.
  private static func typeName(in entry: Substring) -> String {
    let marks = [" is opaque: ", " {", " = "].compactMap { entry.firstRange(of: $0)?.lowerBound }
    let head = entry[..<(marks.min() ?? entry.endIndex)]
    // The type of raw values precedes the values. A name contains `: ` only inside of brackets.
    let parts = head.split(separator: ": ", maxSplits: .max, omittingEmptySubsequences: false)
    guard parts.count > 1, let last = parts.last, DataType.Basic(rawValue: String(last)) != nil
    else { return String(head) }
    return String(head.dropLast(last.count + 2))
  }

  /// Reads a form, which follows the name of its type.
  private static func form(_ text: Substring) -> DataForm {
    let unknown = DataForm.opaque("the lock file does not show its form")
    if text.hasPrefix(" {"), text.hasSuffix("}") {
      return fields(in: text.dropFirst(2).dropLast()).map { .object($0) } ?? unknown
    }
    if text.hasPrefix(" = ") {
      let cases = parts(of: text.dropFirst(3), separator: " | ").map { part -> DataForm.Case? in
        guard part.hasSuffix(")"), let open = part.firstIndex(of: "(") else {
          return part.contains("(") ? nil : DataForm.Case(String(part))
        }
        return fields(in: part[part.index(after: open)...].dropLast())
          .map { DataForm.Case(String(part[..<open]), $0) }
      }
      return cases.contains { $0 == nil } ? unknown : .cases(cases.compactMap(\.self))
    }
    if text.hasPrefix(": "), let equals = text.firstRange(of: " = "),
      let type = DataType.Basic(rawValue: String(text[..<equals.lowerBound].dropFirst(2)))
    {
      return .rawValues(
        type, parts(of: text[equals.upperBound...], separator: " | ").map { String($0) })
    }
    return unknown
  }

  /// Reads `number: Int, note: String?`.
  private static func fields(in text: Substring) -> [DataForm.Field]? {
    guard !text.isEmpty else { return [] }
    var fields: [DataForm.Field] = []
    for part in parts(of: text, separator: ", ") {
      guard let colon = part.firstRange(of: ": "),
        let type = WrittenType(String(part[colon.upperBound...])).qualifiedType
      else { return nil }
      fields.append(DataForm.Field(String(part[..<colon.lowerBound]), type))
    }
    return fields
  }

  /// Splits a text at the separators that are outside of brackets.
  private static func parts(of text: Substring, separator: String) -> [Substring] {
    var parts: [Substring] = []
    var depth = 0
    var start = text.startIndex
    var index = text.startIndex
    while index < text.endIndex {
      if "[(<".contains(text[index]) { depth += 1 }
      if "])>".contains(text[index]) { depth -= 1 }
      if depth == 0, text[index...].hasPrefix(separator) {
        parts.append(text[start..<index])
        index = text.index(index, offsetBy: separator.count)
        start = index
      } else {
        index = text.index(after: index)
      }
    }
    return parts + [text[start...]]
  }

  /// Returns the type that a job of the file spells, with the names of the file.
  ///
  /// It is probably the current type, unless the spelling differs.
  private static func type(
    _ text: String, in module: String?, like current: DataType, among forms: [String: DataForm]
  ) -> DataType? {
    if WrittenType(text).unqualified == WrittenType("\(current)").unqualified,
      current.names.allSatisfy({ forms[$0] != nil })
    {
      return current
    }
    return WrittenType(text).type { name in
      let suffix = ".\(name)"
      if let module, forms["\(module)\(suffix)"] != nil { return "\(module)\(suffix)" }
      let found = forms.keys.filter { $0 == name || $0.hasSuffix(suffix) }
      return found.count == 1 ? found[0] : nil
    }
  }
}
