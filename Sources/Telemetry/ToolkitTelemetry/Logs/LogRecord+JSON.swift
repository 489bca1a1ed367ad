internal import Foundation
internal import RecordFormat
internal import ToolkitTrace

extension LogRecord {
  /// The record as a JSON object and a newline, without characters that a terminal would obey.
  var jsonLine: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("time", timeText)
      json.member("severity", "\(severity)")
      json.member("source", source)
      json.member("message", message)
      if let location {
        json.member("file", location.fileID)
        json.name("line")
        json.number(Int32(clamping: location.line))
      }
      if let texts = span?.texts {
        json.member("trace", texts.trace)
        json.member("span", texts.span)
      }
      if !attributes.isEmpty {
        json.name("attributes")
        json.object { json in
          for (name, value) in attributes.sorted(by: { $0.key < $1.key }) {
            json.encoded(Self.encodedMember(name, value))
          }
        }
      }
    }
    return Self.escapingControls(in: json.bytes) + [UInt8(ascii: "\n")]
  }

  /// The time in UTC, to the millisecond.
  private var timeText: String {
    let (seconds, rest) = nanosecondsSince1970.quotientAndRemainder(dividingBy: 1_000_000_000)
    // Before 1970, the rest is negative.
    let (second, nanoseconds) = rest < 0 ? (seconds - 1, rest + 1_000_000_000) : (seconds, rest)
    let text = Date(timeIntervalSince1970: Double(second)).formatted(.iso8601)
    let milliseconds = String(1000 + nanoseconds / 1_000_000).dropFirst()
    return "\(text.dropLast()).\(milliseconds)Z"
  }

  /// A member whose name is not known when the program is compiled.
  private static func encodedMember(_ name: String, _ value: String) -> [UInt8] {
    var before = JSONWriter()
    before.string(name)
    var after = JSONWriter()
    after.string(value)
    return before.bytes + [UInt8(ascii: ":")] + after.bytes
  }

  /// Escapes the control characters that JSON allows: delete, and U+0080 to U+009F.
  private static func escapingControls(in json: [UInt8]) -> [UInt8] {
    var escaped: [UInt8] = []
    escaped.reserveCapacity(json.count + 1)
    var index = 0
    while index < json.count {
      let byte = json[index]
      if byte == 0x7F {
        escaped += #"\u007f"#.utf8
      } else if byte == 0xC2, index + 1 < json.count, (0x80..<0xA0).contains(json[index + 1]) {
        index += 1
        escaped += #"\u00\#(String(json[index], radix: 16))"#.utf8
      } else {
        escaped.append(byte)
      }
      index += 1
    }
    return escaped
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ name: StaticString, _ value: String) {
    self.name(name)
    string(value)
  }
}
