/// A trace in the format of the page, with a column of numbers for each property.
///
/// Browsers parse columns several times as fast as one object per span. Rows are in the order in
/// which spans started. Times are whole nanoseconds.
struct TraceColumns: Encodable {
  /// The start of the recording, in microseconds since 1970.
  let startedAt: Int64?
  let dropped: Int

  private(set) var id: [UInt64] = []
  /// The times between the beginnings of neighbors, which have fewer digits than the times.
  private(set) var gap: [Int64] = []
  private(set) var duration: [Int64] = []
  /// The rows of the causes, or -1 if the cause is unknown or not in the trace.
  private(set) var cause: [Int] = []
  private(set) var name = InternedColumn()
  private(set) var kind = InternedColumn()
  private(set) var module = InternedColumn()
  /// The rare properties of spans, by their rows.
  private(set) var details: [String: Details] = [:]

  /// The properties that most spans lack.
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
    // Sorted again, because a time that is not a number is converted to another value.
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

  /// Returns a time in whole nanoseconds, within the exact range of JavaScript numbers.
  private static func nanoseconds(_ microseconds: Double) -> Int64 {
    let most = 4e15
    let nanoseconds = (microseconds * 1_000).rounded()
    return nanoseconds.isNaN ? 0 : Int64(min(max(nanoseconds, -most), most))
  }
}

extension TraceColumns.Details {
  /// Creates the rare properties of a span, or returns `nil` if it has none.
  fileprivate init?(_ span: ModuleGraph.Live.Trace.Span, isCauseMissing: Bool) {
    cause = isCauseMissing ? span.cause : nil
    links = span.links.isEmpty ? nil : span.links
    attributes = span.attributes.isEmpty ? nil : span.attributes
    if cause == nil && links == nil && attributes == nil { return nil }
  }
}

/// A column of strings, each of which is written only once.
struct InternedColumn: Encodable {
  /// The strings, in the order of their first occurrence.
  private(set) var texts: [String] = []
  /// The number of the string in each row.
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
