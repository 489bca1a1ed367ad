import Foundation
import Pharos
import Testing

/// What ``What-Pharos-Promises`` says, where no other suite looks at it, and that
/// the tests which it names are there.
@Suite struct PromiseTests {
  private let model = Model()
  private let log = Log()

  @Test func `What is made of a change says where the change came from`() {
    let target = Model()
    let observable = model.numberObservable
    func note(_ name: String, _ change: Changes<Int>) {
      log.note("\(name) \(change.source === observable) \(change.invokedManually)")
    }
    model.$number.map { $0 + 1 }.whenDidSet { note("mapped", $0) }
    model.$number.relayValue(to: target.$number)
    target.$number.whenDidSet { note("relayed", $0) }
    model.number = 1
    #expect(log.take() == ["mapped true false", "relayed true false"])
    observable.invokeRelayWithCurrentValue()
    #expect(log.take().first == "mapped true true")
  }

  @Test func `Every test that a clause names is there`() throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let article = tests.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/Pharos/Pharos.docc/What-Pharos-Promises.md")
    let text = try String(contentsOf: article, encoding: .utf8)
    let paths = try #require(FileManager.default.enumerator(atPath: tests.path))
      .compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }
    let suites = try paths.reduce(into: [String: String]()) { suites, path in
      let file = tests.appending(path: path)
      suites[file.deletingPathExtension().lastPathComponent] =
        try String(contentsOf: file, encoding: .utf8)
    }

    var titleCount = 0
    for line in text.split(separator: "\n") {
      guard line.contains(#/^\d+\. /#), let dash = line.range(of: " — ") else { continue }
      // A suite, a colon, and titles until the next semicolon.
      for part in line[dash.upperBound...].split(separator: "; ") {
        guard let colon = part.range(of: ": ") else { continue }
        let suite = try #require(suites[String(part[..<colon.lowerBound])], "\(part)")
        for title in part[colon.upperBound...].matches(of: #/\*(.+?)\*/#).map(\.1) {
          titleCount += 1
          #expect(suite.contains("`\(title)`") || suite.contains("\"\(title)\""), "\(title)")
        }
      }
    }
    #expect(titleCount > 50)
  }
}
