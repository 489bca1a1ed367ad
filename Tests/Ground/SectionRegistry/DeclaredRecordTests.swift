import SectionRegistry
import Synchronization
import Testing

// Records of this test bundle, declared as a user would.

protocol Page: Sendable {
  var title: String { get }
}

struct CheckoutPage: Page {
  let title = "Checkout"
}

#record("tpag", key: "checkout", as: (any Page).self, priority: 2, detail: ["icon": "cart"]) {
  CheckoutPage()
}

#record("tval", key: "closure") { { "hello \($0)" } as @Sendable (String) -> String }

private func makeNumber() -> Int { 42 }
#record("tval", key: "function", value: makeNumber)

enum Nested {
  struct Deeper {
    #record("tval", key: "nested", unique: true) { [1, 2, 3] }
  }
}

actor Counter {
  #record("tval", key: "in an actor") { "actor" }
}

@MainActor final class Screen {
  #record("tval", key: "on the main actor") { "screen" }
}

extension CheckoutPage {
  #record("tval", key: #"raw "key", with an emoji 🗝️"#, priority: -0x1_0) { 0.5 }
}

#record(
  "tval",
  key: """
    two
    lines
    """
) { true }

enum Letter {
  #record("tval", key: "letter") {
    // A comment, and a text whose lines must not move.
    """
    Dear \("reader"),
      yours
    """
  }
}

/// Declared records, from the source line to the loaded value.
@Suite struct DeclaredRecordTests {
  private func record(_ key: String) throws -> Record {
    try #require(SectionRegistry.records(of: "tval").first { $0.key == key })
  }

  @Test func `A record has its declaration and source location`() throws {
    let record = try #require(SectionRegistry.records(of: "tpag").first)
    #expect(record.kind == "tpag")
    #expect(record.key == "checkout")
    #expect(record.module == "SectionRegistryTests")
    #expect(record.fileID == "SectionRegistryTests/DeclaredRecordTests.swift")
    #expect(record.file == "DeclaredRecordTests.swift")
    #expect(record.line == 15)
    #expect(record.column == 1)
    #expect(record.priority == 2)
    #expect(record.flags == [])
    #expect(record.detail == #"{"icon":"cart"}"#)
    #expect(record.imagePath.hasSuffix(".xctest"))
    #expect(
      record.description == "tpag:checkout (SectionRegistryTests/DeclaredRecordTests.swift:15)")
  }

  @Test func `A record can be loaded as an existential`() throws {
    let record = try #require(SectionRegistry.records(of: "tpag").first)
    #expect(record.load(as: (any Page).self)?.title == "Checkout")
  }

  @Test func `Values of all kinds can be loaded`() throws {
    #expect(
      try record("closure").load(as: (@Sendable (String) -> String).self)?("you") == "hello you")
    #expect(try record("function").load(as: Int.self) == 42)
    #expect(try record("nested").load(as: [Int].self) == [1, 2, 3])
    #expect(try record("two\nlines").load(as: Bool.self) == true)
    #expect(try record("letter").load(as: String.self) == "Dear reader,\n  yours")
  }

  @Test func `Records are found wherever they are allowed`() throws {
    #expect(try record("nested").flags == .unique)
    #expect(try record("in an actor").load(as: String.self) == "actor")
    #expect(try record("on the main actor").load(as: String.self) == "screen")
    #expect(try record("raw \"key\", with an emoji 🗝️").priority == -16)
  }

  @Test func `Every load creates a new value`() throws {
    let record = try #require(SectionRegistry.records(of: "tobj").first)
    let one = try #require(record.load(as: Fresh.self))
    let other = try #require(record.load(as: Fresh.self))
    #expect(one !== other)
  }

  @Test func `Loading as another type returns nil, and the mismatch is listed`() throws {
    let record = try record("function")
    #expect(record.load(as: UInt8.self) == nil)
    #expect(record.load(as: Int.self) == 42)
    let problem = SectionRegistry.problems.first { $0.locations == [record.location] }
    #expect(problem?.code == .typeMismatch)
    #expect(problem?.message.contains("does not declare a 'Swift.UInt8'") == true)
  }

  @Test func `This process has no other problems`() {
    #expect(SectionRegistry.problems.filter { $0.code != .typeMismatch }.isEmpty)
  }

  @Test func `Records of all kinds are listed by kind`() {
    let kinds = SectionRegistry.records.map(\.kind.rawValue)
    #expect(kinds == kinds.sorted())
    #expect(SectionRegistry.records.contains { $0.kind == "tpag" })
  }

  @Test func `A refresh drops no record, and does not announce existing ones again`() {
    let before = SectionRegistry.records
    let notified = Mutex<[[Record]]>([])
    let observation = SectionRegistry.onChange { added in notified.withLock { $0.append(added) } }
    defer { observation.cancel() }
    SectionRegistry.refresh()
    // Other tests load images, whose records may come in between.
    #expect(SectionRegistry.records.filter(before.contains) == before)
    for added in notified.withLock({ $0 }) {
      #expect(!added.isEmpty && !added.contains(where: before.contains))
    }
  }

  @Test func `A library that cannot be loaded is an error with the loader's message`() {
    let error = #expect(throws: ModuleProblem.self) {
      try SectionRegistry.loadLibrary(at: "/nowhere/libShop.so")
    }
    #expect(error?.code == .libraryNotLoaded)
    #expect(error?.message.contains("/nowhere/libShop.so") == true)
    #expect(error?.message.contains("cannot open shared object file") == true)
  }
}

final class Fresh: Sendable {}
#record("tobj", key: "fresh") { Fresh() }
