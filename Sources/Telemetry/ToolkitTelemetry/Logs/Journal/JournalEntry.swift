internal import RecordFormat

/// An entry in the native protocol of systemd's journal.
///
/// See [Native Journal Protocol](https://systemd.io/JOURNAL_NATIVE_PROTOCOL/).
struct JournalEntry {
  /// The maximum length of a name that the journal accepts.
  private static let nameLimit = 64

  /// The entry so far.
  private(set) var bytes: [UInt8] = []

  /// Creates the entry of a record.
  init(_ record: LogRecord, identifier: String) {
    append("MESSAGE", record.message)
    append("PRIORITY", String(record.severity.syslogPriority))
    append("SYSLOG_IDENTIFIER", identifier)
    append("MODULARITYKIT_SOURCE", record.source)
    if let location = record.location {
      append("CODE_FILE", location.fileID)
      append("CODE_LINE", String(location.line))
    }
    if let texts = record.span?.texts {
      append("TRACE_ID", texts.trace)
      append("SPAN_ID", texts.span)
    }
    for (name, value) in record.attributes.sorted(by: { $0.key < $1.key }) {
      append(Self.fieldName(ofAttribute: name), value)
    }
  }

  /// Returns the field name of an attribute: `khala.url` is `MODULARITYKIT_KHALA_URL`.
  static func fieldName(ofAttribute name: String) -> String {
    let allowed = name.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - 32
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
      default: UInt8(ascii: "_")
      }
    }
    return String(
      decoding: ("MODULARITYKIT_".utf8 + allowed).prefix(nameLimit), as: UTF8.self)
  }

  private mutating func append(_ name: String, _ value: String) {
    bytes += name.utf8
    if value.utf8.contains(newline) {
      // The length precedes a value that could be mistaken for several lines. It has 64 bits, with
      // the lowest byte first.
      bytes.append(newline)
      let count = UInt64(value.utf8.count)
      for byte in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: count >> (byte * 8))) }
    } else {
      bytes.append(UInt8(ascii: "="))
    }
    bytes += value.utf8
    bytes.append(newline)
  }
}

extension LogRecord.Severity {
  /// The syslog number of the severity.
  ///
  /// Lower numbers are more severe.
  var syslogPriority: Int {
    switch self {
    case .debug: 7
    case .info: 6
    case .notice: 5
    case .warning: 4
    case .error: 3
    case .critical: 2
    }
  }
}

private let newline = UInt8(ascii: "\n")
