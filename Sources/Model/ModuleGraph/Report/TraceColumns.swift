/// A trace as the page reads it: a column of numbers for each property, as a browser reads these
/// several times as fast as an object for each span.
///
/// Rows are in the order in which spans began. Times are whole nanoseconds.
struct TraceColumns: Encodable {
  /// When the recording began, in microseconds since the beginning of 1970.
  let startedAt: Int64?
  let dropped: Int

  private(set) var id: [UInt64] = []
  /// The times between the beginnings of neighbours, which have fewer digits than the times.
  private(set) var gap: [Int64] = []
  private(set) var duration: [Int64] = []
  /// The rows of the causes; -1 if the cause is not known or not in the trace.
  private(set) var cause: [Int] = []
  private(set) var name = InternedColumn()
  private(set) var kind = InternedColumn()
  private(set) var module = InternedColumn()
  /// The properties that few spans have, by their rows.
  private(set) var details: [String: Details] = [:]

  /// The properties of a span that most spans lack.
  struct Details: Encodable {
    /// The identifier of a cause that is not in the trace.
    var cause: UInt64?
    var links: [String]?
    var attributes: [String: String]?
  }

  /// Splits a trace into columns.
  ///
  /// - Complexity: O(*n* log *n*) for *n* spans.
  init(_ trace: ModuleGraph.Live.Trace) {
    startedAt = trace.startedAt
    dropped = trace.dropped
    // Again, as a time that is no number is read as another one.
    let spans = trace.spans.map { (start: Self.nanoseconds($0.start), span: $0) }
      .sorted { ($0.start, $0.span.id) < ($1.start, $1.span.id) }
    let rows = Dictionary(
      spans.enumerated().map { ($1.span.id, $0) }, uniquingKeysWith: { first, _ in first })
    var last: Int64 = 0
    for (row, (start, span)) in spans.enumerated() {
      id.append(span.id)
      gap.append(start - last)
      last = start
      duration.append(max(0, Self.nanoseconds(span.duration)))
      let causeRow = span.cause.flatMap { rows[$0] }
      cause.append(causeRow == row ? -1 : causeRow ?? -1)
      name.append(span.name)
      kind.append(span.kind)
      module.append(span.module)
      details[String(row)] = Details(span, isCauseMissing: causeRow == nil || causeRow == row)
    }
  }

  /// A time in whole nanoseconds, within what JavaScript has exact numbers for.
  private static func nanoseconds(_ microseconds: Double) -> Int64 {
    let most = 4e15
    let nanoseconds = (microseconds * 1_000).rounded()
    return nanoseconds.isNaN ? 0 : Int64(min(max(nanoseconds, -most), most))
  }
}

extension TraceColumns.Details {
  /// Describes a span, or returns `nil` if it has none of this.
  fileprivate init?(_ span: ModuleGraph.Live.Trace.Span, isCauseMissing: Bool) {
    cause = isCauseMissing ? span.cause : nil
    links = span.links.isEmpty ? nil : span.links
    attributes = span.attributes.isEmpty ? nil : span.attributes
    if cause == nil && links == nil && attributes == nil { return nil }
  }
}

/// A column of texts, of which each is written once.
struct InternedColumn: Encodable {
  /// The texts, in the order in which they came first.
  private(set) var texts: [String] = []
  /// For each row the number of its text.
  private(set) var rows: [Int] = []
  private var numbers: [String: Int] = [:]

  mutating func append(_ text: String) {
    let number = numbers[text] ?? texts.count
    if number == texts.count {
      texts.append(text)
      numbers[text] = number
    }
    rows.append(number)
  }

  private enum CodingKeys: String, CodingKey {
    case texts, rows
  }
}
