import Foundation
import Pharos
import ProgramTestSupport
import Testing

/// The picture of a change on its way through a diamond.
@Suite struct DiamondPictureTests {
  @Test func `The picture shows the values of derived relays before and after a change`() throws {
    let model = Model()
    let log = Log()
    model.number = 1
    let (next, twice) = (Derived { model.number + 1 }, Derived { model.number * 2 })
    let pair = Derived { [next.value, twice.value] }
    let relays = [
      model.$number.whenDidSet { log.note("number", $0) },
      next.whenDidSet { log.note("next", $0) }, twice.whenDidSet { log.note("twice", $0) },
    ]
    let last = pair.whenDidSet { log.note("pair", $0) }
    model.number = 2
    relays.forEach { $0.discard() }
    last.discard()

    let file = Repository.file("Sources/Pharos/Pharos.docc/diamond.svg")
    let drawn = try String(contentsOf: file, encoding: .utf8)
      .matches(of: /<text id="(\w+)"[^>]*>([^<]+) → ([^<]+)<\/text>/)
      .map { "\($0.1) \($0.2)->\($0.3)" }
    #expect(drawn == ["number 1->2", "next 2->3", "twice 2->4", "pair [2, 2]->[3, 4]"])
    #expect(log.lines == drawn)
  }
}
