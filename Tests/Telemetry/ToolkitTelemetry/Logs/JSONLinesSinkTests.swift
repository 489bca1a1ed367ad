import Foundation
import ModularityTestSupport
import RecordFormat
import Testing

@testable import ToolkitTelemetry

@Suite struct JSONLinesSinkTests {
  private func object(_ line: some Sequence<UInt8>) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
  }

  @Test func `A record is an object on a line`() {
    #expect(
      String(decoding: LogRecord.complete.jsonLine, as: UTF8.self) == #"""
        {"time":"2025-11-25T21:04:07.250Z","severity":"warning","source":"TaskKit",\#
        "message":"two\u000alines","file":"Shop/Cart.swift","line":12,\#
        "trace":"0af7651916cd43dd8448eb211c80319c","span":"b7ad6b7169203331",\#
        "attributes":{"khala.url":"kl://Cart/add"}}

        """#)
  }

  @Test func `Members of what a record has not are left out`() throws {
    let object = try object(LogRecord.example("a").jsonLine)
    #expect(Set(object.keys) == ["time", "severity", "source", "message"])
  }

  @Test(arguments: [
    (Int64(0), "1970-01-01T00:00:00.000Z"), (999_999, "1970-01-01T00:00:00.000Z"),
    (-1, "1969-12-31T23:59:59.999Z"), (-1_000_000_000, "1969-12-31T23:59:59.000Z"),
    (1_709_210_096_123_000_000, "2024-02-29T12:34:56.123Z"),
  ])
  func `Times are in UTC, to the millisecond`(nanoseconds: Int64, text: String) throws {
    var record = LogRecord.example("a")
    record.nanosecondsSince1970 = nanoseconds
    #expect(try object(record.jsonLine)["time"] as? String == text)
  }

  @Test func `Any text is read back, and no line has a character that a terminal obeys`() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<500 {
      func text() -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0..<20, using: &random) {
          text.append(Unicode.Scalar(UInt32.random(in: 0..<0x180, using: &random))!)
        }
        return String(text)
      }
      let (message, name, value) = (text(), text(), text())
      let line = LogRecord.example(message, attributes: [name: value]).jsonLine
      let scalars = String(decoding: line, as: UTF8.self).unicodeScalars
      #expect(line.last == 10)
      #expect(scalars.dropLast().allSatisfy { $0.properties.generalCategory != .control })
      let object = try object(line)
      #expect(object["message"] as? String == message)
      #expect(object["attributes"] as? [String: String] == [name: value])
    }
  }

  @Test func `Records are written whole to a descriptor, however long`() throws {
    let pipe = Pipe()
    let sink = JSONLinesSink(descriptor: pipe.fileHandleForWriting.fileDescriptor)
    let long = String(repeating: "ä", count: 200_000)
    let reader = Thread {
      sink.receive(.example(long)); try? pipe.fileHandleForWriting.close()
    }
    reader.start()
    let bytes = try #require(try pipe.fileHandleForReading.readToEnd())
    #expect(try object(bytes)["message"] as? String == long)
  }

  @Test func `Records that were not taken are counted in the next line`() throws {
    let pipe = Pipe()
    let descriptor = pipe.fileHandleForWriting.fileDescriptor
    let sink = JSONLinesSink(descriptor: descriptor, patience: .zero, now: { 2_000_000_000 })
    // What a pipe holds by itself.
    let filling = [UInt8](repeating: 10, count: 1 << 16)
    try #require(unsafe write(descriptor, filling, filling.count) == filling.count)
    sink.receive(.example("lost"))
    sink.receive(.example("lost too"))
    #expect(try pipe.fileHandleForReading.read(upToCount: filling.count) == Data(filling))
    sink.receive(.example("taken"))
    try pipe.fileHandleForWriting.close()
    let rest = try #require(try pipe.fileHandleForReading.readToEnd())
    let objects = try rest.split(separator: 10).map { try object($0) }
    #expect(
      objects.map { $0["message"] as? String } == [
        "2 previous records are missing: the descriptor did not accept them", "taken",
      ])
    #expect(objects.first?["time"] as? String == "1970-01-01T00:00:02.000Z")
  }
}
