import ModuleGraph
import SourceReading

/// A source whose outline is read by a few patterns, as tests need no compiler's care.
///
/// A `‸` marks the cursor, and is not part of the text.
struct Sketch {
  let file: SourceFile
  /// The position of the cursor, if the text has one.
  let cursor: TextPosition?

  init(_ marked: String) {
    var text = marked
    var cursor: TextPosition?
    if let mark = marked.firstIndex(of: "‸") {
      let before = marked[..<mark].utf8.split(
        separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      cursor = TextPosition(line: before.count - 1, column: before.last?.count ?? 0)
      text.remove(at: mark)
    }
    file = SourceFile(text: text, outline: Self.outline(of: text))
    self.cursor = cursor
  }

  /// Reads the outline of a text.
  static func outline(of text: String) -> SourceOutline {
    var outline = SourceOutline()
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      SketchedLine(line, number: number).read(into: &outline)
    }
    return outline
  }
}

/// A line of a sketched source.
private struct SketchedLine {
  let line: Substring
  let number: Int

  init(_ line: Substring, number: Int) {
    self.line = line
    self.number = number
  }

  func read(into outline: inout SourceOutline) {
    let start = outline.declarations.count
    readDeclarations(into: &outline)
    readConstants(into: &outline)
    readNames(into: &outline, isInDeclaration: outline.declarations.count > start)
  }

  private func range(_ part: Substring) -> TextRange {
    let start = line.utf8.distance(from: line.startIndex, to: part.startIndex)
    return TextRange(
      TextPosition(line: number, column: start),
      TextPosition(line: number, column: start + part.utf8.count))
  }

  private func readDeclarations(into outline: inout SourceOutline) {
    let kinds: [(Regex<(Substring, Substring)>, ModuleGraph.Node.Kind)] = [
      (#/#rhea\(time: [."]([\w.]+)/#, .callback),
      (#/#task\("([^"]*)"/#, .task),
      (#/#schedule\("([^"]*)"/#, .task),
      (#/#job\("([^"]*)"/#, .job),
      (#/#observer\(of: [."]([\w.]+)/#, .observer),
      (#/@KhalaCall\("([^"]*)"/#, .contract),
      (#/@Route\("([^"]*)"/#, .route),
    ]
    for (pattern, kind) in kinds {
      guard let match = line.firstMatch(of: pattern) else { continue }
      outline.declarations.append(
        SourceDeclaration(
          kind: kind, name: String(match.1), nameRange: range(match.1), range: range(line)))
    }
    if let match = line.firstMatch(of: #/#bridge/#) {
      outline.declarations.append(
        SourceDeclaration(
          kind: .wire, name: String(line), nameRange: range(match.0), range: range(line)))
    }
  }

  private func readConstants(into outline: inout SourceOutline) {
    let types: [(String, NameRole)] = [
      ("RheaEvent", .event), ("RelayKey", .relay), ("NotificationName", .notification),
    ]
    guard
      let match = line.firstMatch(of: #/static let (\w+): (\w+)(?:<(\w+)>)? = "([^"]*)"/#),
      let role = types.first(where: { $0.0 == match.2 })?.1
    else { return }
    outline.constants.append(
      SourceConstant(
        role: role, member: String(match.1), name: String(match.4), memberRange: range(match.1),
        nameRange: range(match.4), valueType: match.3.map(String.init)))
  }

  private func readNames(into outline: inout SourceOutline, isInDeclaration: Bool) {
    typealias Rule = (start: String, role: NameRole, verb: ModuleGraph.Edge.Kind)
    let rules: [Rule] = [
      ("Khala(str: ", .url, .calls), ("call: ", .url, .calls),
      ("trigger(event: ", .event, .triggers), ("bridge(on: ", .event, .wireFrom),
      ("to: .event(", .event, .wireTo), ("run: ", .task, .wireTo),
      ("runTask(named: ", .task, .calls), ("dependsOn: [", .task, .dependsOn),
      ("enqueue(", .job, .enqueues), ("SharedRelay.of(", .relay, .reads),
      ("#observer(of: ", .relay, .observes), ("#rhea(time: ", .event, .listens),
      ("post(", .notification, .triggers), ("taskEvent(", .taskEvent, .wireTo),
      ("cron: ", .cron, .names), ("zone: ", .timeZone, .names), ("at: ", .calendar, .names),
      (", on: ", line.contains("#notification") ? .notification : .taskEvent, .runs),
    ]
    for rule in rules {
      guard let start = line.firstRange(of: rule.start)?.upperBound,
        let (form, text) = Self.name(at: line[start...])
      else { continue }
      outline.names.append(
        SourceName(
          role: rule.role, form: form, text: String(text), range: range(text), verb: rule.verb,
          isInDeclaration: isInDeclaration))
    }
  }

  /// Reads a literal, a member or a type.
  private static func name(at rest: Substring) -> (SourceName.Form, Substring)? {
    if rest.first == "\"" {
      let text = rest.dropFirst().prefix { $0 != "\"" }
      return text.endIndex < rest.endIndex ? (.literal, text) : nil
    }
    if rest.first == "." {
      let text = rest.dropFirst().prefix { $0.isLetter || $0.isNumber }
      return rest[text.endIndex...].hasPrefix("(") ? nil : (.member, text)
    }
    let text = rest.prefix { $0.isLetter || $0.isNumber }
    return rest[text.endIndex...].hasPrefix(".self") ? (.type, text) : nil
  }
}
