import Declarations
import Testing

@testable import SectionRegistry

@Suite struct RecordTableTests {
  @Suite struct Order {
    @Test func `Higher priorities come first, then files, lines and columns`() {
      let fields = [
        RecordFields("high", in: "Z/Z.swift", line: 9, priority: 7),
        RecordFields("file a", in: "A/A.swift", line: 9),
        RecordFields("line 2", in: "B/A.swift", line: 2),
        RecordFields("line 10, column 1", in: "B/A.swift", line: 10, column: 1),
        RecordFields("line 10, column 5", in: "B/A.swift", line: 10, column: 5),
        RecordFields("low", in: "A/A.swift", line: 1, priority: -1),
        RecordFields("lowest", in: "A/A.swift", line: 1, priority: .min),
      ]
      var random = SystemRandomNumberGenerator()
      for _ in 0..<50 {
        let table = RecordTable(FakeImage(fields.shuffled(using: &random)))
        #expect(table.keys() == fields.map(\.key))
      }
    }

    @Test func `Records at one source location are ordered by id`() {
      let fields = (0..<20).map { RecordFields("key \($0)") }
      let ordered = fields.sorted { $0.id < $1.id }.map(\.key)
      #expect(RecordTable(FakeImage(fields)).keys() == ordered)
      #expect(RecordTable(FakeImage(fields.reversed())).keys() == ordered)
    }

    @Test func `The order does not depend on how records are spread over images`() {
      let fields = (0..<30).map { number in
        RecordFields(
          "\(number)", in: "M\(number % 3)/F\(number % 7).swift", line: UInt32(number),
          priority: Int32(number % 2))
      }
      let whole = RecordTable(FakeImage(fields))
      let spread = RecordTable(
        FakeImage(path: "/b", Array(fields[20...])), FakeImage(path: "/a", Array(fields[..<20])))
      #expect(spread.keys() == whole.keys())
    }

    @Test func `Kinds are kept apart, also when their records alternate`() {
      let table = RecordTable(
        FakeImage([
          RecordFields("1", kind: "aaaa", line: 1), RecordFields("2", kind: "bbbb", line: 2),
          RecordFields("3", kind: "aaaa", line: 3), RecordFields("4", kind: "bbbb", line: 4),
        ]))
      #expect(table.keys(of: "aaaa") == ["1", "3"])
      #expect(table.keys(of: "bbbb") == ["2", "4"])
      #expect(table.keys(of: "cccc").isEmpty)
      #expect(table.all.map(\.key) == ["1", "3", "2", "4"])
    }

    @Test func `Every kind and priority of hundreds has its records`() {
      // More than are kept at hand, so that they displace each other.
      let kinds = (0..<200).map { RecordKind(rawValue: 0x6161_6161 + 61 * $0) }
      let fields = (0..<3).flatMap { line in
        kinds.map { kind in
          RecordFields("\(line)", kind: kind, line: UInt32(line), priority: line == 2 ? 1 : 0)
        }
      }
      let table = RecordTable(FakeImage(fields))
      #expect(table.records.count == kinds.count)
      for kind in kinds { #expect(table.keys(of: kind) == ["2", "0", "1"]) }
    }

    @Test func `Records of a file that other files interrupt are in the order of its lines`() {
      let fields = (0..<40).map { number in
        RecordFields(
          "\(number)", in: number % 2 == 0 ? "B/B.swift" : "A/A.swift", line: UInt32(40 - number))
      }
      let ordered = [39, 38].flatMap { last in
        stride(from: last, through: 0, by: -2).map { "\($0)" }
      }
      #expect(RecordTable(FakeImage(fields)).keys() == ordered)
    }
  }

  @Suite struct Problems {
    @Test func `A correct image has no problems`() {
      let table = RecordTable(FakeImage([RecordFields("a"), RecordFields("b")]))
      #expect(table.problems.isEmpty)
    }

    @Test func `An accessor outside the code is left out and named`() {
      let good = RecordFields("good", line: 2)
      for accessor: UInt64 in [0, 0xFFF, 0x2000, .max] {
        let bytes =
          RecordFields("bad", line: 12).bytes(accessor: accessor) + good.bytes(accessor: 0x1FFF)
        let table = RecordTable(FakeImage(path: "/lib/shop.so", bytes: bytes))
        #expect(table.keys() == ["good"])
        #expect(table.problems.map(\.code) == [.foreignAccessor])
        let message = table.problems[0].message
        #expect(message.contains("test:bad (Shop/A.swift:12)"))
        #expect(message.contains("/lib/shop.so"))
      }
    }

    @Test func `A declaration in two images is used once, and both images are named`() {
      let fields = RecordFields("login", in: "Account/Login.swift", line: 3)
      let table = RecordTable(
        FakeImage(path: "/app", [fields]), FakeImage(path: "/lib/account.so", [fields]))
      #expect(table.keys() == ["login"])
      #expect(table.records["test"]?.first?.imagePath == "/app")
      #expect(table.problems.map(\.code) == [.repeatedRecord])
      let message = table.problems[0].message
      #expect(message.contains("is in both /app and /lib/account.so"))
      #expect(message.contains("module Account"))
      #expect(table.problems[0].locations.map(\.line) == [3, 3])
    }

    @Test func `Copies are found even where their images disagree about the priority`() {
      let stale = RecordFields("login", line: 3, priority: 0)
      let fresh = RecordFields("login", line: 3, priority: 9)
      let between = RecordFields("between", line: 1, priority: 5)
      let table = RecordTable(
        FakeImage(path: "/app", [fresh, between]), FakeImage(path: "/stale.so", [stale]))
      #expect(table.keys() == ["login", "between"])
      #expect(table.problems.map(\.code) == [.repeatedRecord])
      #expect(table.problems[0].message.contains("is in both /app and /stale.so"))
    }

    @Test func `Every further copy of a declaration is named`() {
      let fields = RecordFields("login")
      let table = RecordTable(FakeImage([fields, fields]), FakeImage(path: "/b", [fields]))
      #expect(table.keys() == ["login"])
      #expect(table.problems.map(\.code) == [.repeatedRecord, .repeatedRecord])
      #expect(table.problems[0].message.contains("is linked twice into /app"))
    }

    @Test func `Two declarations of a unique key are kept, and both locations are named`() {
      let table = RecordTable(
        FakeImage([
          RecordFields("home", in: "A/Routes.swift", line: 7, flags: .unique),
          RecordFields("home", in: "B/Routes.swift", line: 12, flags: .unique),
          RecordFields("away", in: "B/Routes.swift", line: 13, flags: .unique),
          RecordFields("home", kind: "othr", in: "C/Routes.swift", line: 1, flags: .unique),
        ]))
      #expect(table.keys() == ["home", "home", "away"])
      #expect(table.problems.map(\.code) == [.duplicateKey])
      #expect(
        table.problems[0].message.contains(
          "test:home is declared at A/Routes.swift:7 and B/Routes.swift:12"))
    }

    @Test func `Keys that need not be unique may repeat`() {
      let table = RecordTable(FakeImage([RecordFields("a", line: 1), RecordFields("a", line: 2)]))
      #expect(table.keys() == ["a", "a"])
      #expect(table.problems.isEmpty)
    }

    @Test func `A malformed record is named by image and offset, and does not hide others`() {
      var broken = RecordFields("broken", line: 2).bytes(accessor: 0x1000)
      broken[4] += 8
      let first = RecordFields("first", line: 1).bytes(accessor: 0x1000)
      let table = RecordTable(
        FakeImage(
          path: "/app",
          bytes: first + broken + RecordFields("third", line: 3).bytes(accessor: 0x1000)
        ))
      #expect(table.keys() == ["first", "third"])
      #expect(table.problems.map(\.code) == [.malformedRecord])
      #expect(table.problems[0].message.contains("\(first.count) bytes into the records of /app"))
    }

    @Test func `A record of another version is named with a fix`() {
      var newer = RecordFields("newer").bytes(accessor: 0x1000)
      newer[16] = 2
      let table = RecordTable(FakeImage(path: "/app", bytes: newer))
      #expect(table.problems.map(\.code) == [.unknownVersion])
      #expect(table.problems[0].message.contains("version 2, but this toolkit reads version 1"))
    }
  }

  @Suite struct Filters {
    private let image = FakeImage([
      RecordFields("home", kind: "rout", in: "Shop/A.swift", line: 1),
      RecordFields("cart", kind: "rout", in: "Shop/A.swift", line: 2),
      RecordFields("home", kind: "evnt", in: "Account/A.swift", line: 3),
    ])

    @Test(arguments: [
      ("", ["evnt:home", "rout:home", "rout:cart"]),
      ("Shop", ["evnt:home"]),
      ("rout:home", ["evnt:home", "rout:cart"]),
      ("rout:*", ["evnt:home"]),
      ("Account, rout:cart", ["rout:home"]),
      ("Shop,Account", []),
    ])
    func `Disabled records are left out and listed apart`(list: String, enabled: [String]) {
      let table = RecordTable(image, disabling: list)
      #expect(table.all.map { "\($0.kind):\($0.key)" } == enabled)
      #expect(table.disabled.count == 3 - enabled.count)
      #expect(table.problems.isEmpty)
    }

    @Test func `A filter that matches nothing is a problem`() {
      let table = RecordTable(image, disabling: "Shpo,rout:cart")
      #expect(table.problems.map(\.code) == [.unmatchedFilter])
      #expect(table.problems[0].message.contains("'Shpo'"))
    }

    @Test func `An invalid filter entry is a problem`() {
      let table = RecordTable(image, disabling: "toolong:key,rout:cart")
      #expect(table.keys(of: "rout") == ["home"])
      #expect(table.problems.map(\.code) == [.invalidFilter])
      #expect(table.problems[0].message.contains("'toolong:key' in MODKIT_DISABLE"))
    }

    @Test func `A disabled record takes no part in the check for unique keys`() {
      let image = FakeImage([
        RecordFields("home", in: "A/R.swift", flags: .unique),
        RecordFields("home", in: "B/R.swift", flags: .unique),
      ])
      #expect(RecordTable(image).problems.map(\.code) == [.duplicateKey])
      #expect(RecordTable(image, disabling: "B").problems.isEmpty)
    }
  }
}
