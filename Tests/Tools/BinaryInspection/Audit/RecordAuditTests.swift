#if os(Linux)
  import BinaryRecords
  import Foundation
  import ModuleGraph
  import ProgramTestSupport
  import Testing

  @testable import BinaryInspection

  /// Whether an audit finds what a linker or a tool did to records.
  @Suite struct RecordAuditTests {
    typealias Reason = RecordAudit.Reason

    private func audit(_ inputs: [String], _ binary: String) async throws -> RecordAudit {
      let zoo = try await Zoo.shared
      return RecordAudit(
        inputs: try inputs.map { try zoo.file($0) }, binaries: [try zoo.file(binary)])
    }

    /// The keys that are missing, with the reason for each.
    private func missing(_ audit: RecordAudit) -> [String: Reason] {
      Dictionary(uniqueKeysWithValues: audit.missing.map { ($0.key, $0.reason) })
    }

    private func first(_ audit: RecordAudit) throws -> RecordAudit.Missing {
      try #require(audit.missing.first)
    }

    @Test(arguments: Zoo.linkers)
    func `An audit finds nothing missing when every record is linked`(linker: String) async throws {
      let audit = try await audit(["main.o", "lib.a"], "\(linker)/whole")
      #expect(audit.isComplete)
      #expect(audit.recordCount == 4)
      #expect(audit.notices.isEmpty)
      #expect(audit.lines == ["All 4 records of the inputs are in whole."])
    }

    @Test(arguments: Zoo.linkers)
    func `An archive member without references is left out of the link`(linker: String) async throws
    {
      let audit = try await audit(["main.o", "lib.a"], "\(linker)/partial")
      #expect(missing(audit) == ["3": .memberNotSelected])
      let entry = try #require(audit.missing.first)
      #expect(entry.isCertain)
      #expect(entry.kind == "raw ")
      #expect(entry.input == "lib.a(cart.o)")
      #expect(entry.place.description == "Raw/R.c:3")
      #expect(entry.id == "0x3")
      #expect(entry.remedy.contains("-Wl,--whole-archive lib.a -Wl,--no-whole-archive"))
    }

    @Test(
      arguments: Zoo.installed("strip").isEmpty ? [] : Zoo.linkers,
      ["partial", "lone"])
    func `Without symbols, it is only likely that an input was not linked`(
      linker: String, binary: String
    ) async throws {
      let inputs = binary == "lone" ? ["main.o", "shop.o", "cart.o"] : ["main.o", "lib.a"]
      let audit = try await audit(inputs, "\(linker)/\(binary)Stripped")
      #expect(
        missing(audit) == ["3": binary == "lone" ? .objectNotLinked : .memberNotSelected])
      #expect(audit.missing.map(\.isCertain) == [false])
      #expect(try first(audit).explanation.contains("stripped"))
    }

    @Test(arguments: Zoo.linkers)
    func `An object file that was not passed to the linker is named`(linker: String) async throws {
      let audit = try await audit(["main.o", "shop.o", "cart.o", "feed.o"], "\(linker)/lone")
      #expect(
        missing(audit)
          == ["3": .objectNotLinked, "4": .objectNotLinked, "5": .objectNotLinked])
      #expect(audit.missing.map(\.isCertain) == [true, true, true])
      #expect(try first(audit).remedy.contains("Put cart.o on the command line"))
    }

    @Test(arguments: Zoo.installed("strip").isEmpty ? [] : Zoo.linkers)
    func `Notes that a tool removed leave a trace`(linker: String) async throws {
      let audit = try await audit(["main.o", "lib.a"], "\(linker)/removed")
      #expect(audit.missing.count == 4)
      #expect(audit.missing.allSatisfy { $0.reason == .notesRemoved && $0.isCertain })
    }

    @Test(arguments: Zoo.installed("llvm-objcopy").isEmpty ? [] : Zoo.linkers)
    func `Notes that a tool filled with zeros leave a trace, too`(linker: String) async throws {
      let audit = try await audit(["main.o", "lib.a"], "\(linker)/zeroed")
      #expect(audit.missing.count == 4)
      #expect(audit.missing.allSatisfy { $0.reason == .notesRemoved && $0.isCertain })
    }

    @Test(arguments: Zoo.linkers.filter { $0 != "gold" })
    func `Notes that a linker script discards are missing, other sections are present`(
      linker: String
    ) async throws {
      let audit = try await audit(["main.o", "lib.a"], "\(linker)/discarded")
      #expect(
        missing(audit)
          == ["9": .discarded, "1": .discarded, "2": .discarded, "3": .memberNotSelected])
      #expect(audit.missing.first { $0.key == "1" }?.explanation.contains("shop_marker") == true)
    }

    @Test(arguments: Zoo.linkers)
    func `A record in a group that the linker collects is named`(linker: String) async throws {
      let audit = try await audit(["groupedMain.o", "grouped.o"], "\(linker)/collected")
      // gold keeps it.
      #expect(missing(audit) == (linker == "gold" ? [:] : ["6": .collected]))
      #expect(audit.missing.allSatisfy { !$0.isCertain && $0.explanation.contains("shared_group") })
    }

    @Test(arguments: Zoo.linkers)
    func `Of two groups of one name, the linker keeps one`(linker: String) async throws {
      let audit = try await audit(
        ["groupedMain.o", "grouped.o", "regrouped.o"], "\(linker)/grouped")
      #expect(missing(audit) == ["7": .otherGroup])
      #expect(try first(audit).explanation.contains("kept the group of grouped.o"))
    }

    @Test(arguments: Zoo.linkers)
    func `Records outside of the loader's headers are not loaded`(linker: String) async throws {
      let zoo = try await Zoo.shared
      let audit = RecordAudit(
        inputs: try zoo.files("main.o", "lib.a"),
        binaries: [try zoo.withoutNoteSegments("\(linker)/whole")])
      #expect(audit.missing.count == 4)
      #expect(audit.missing.allSatisfy { $0.reason == .notLoaded && $0.isCertain })
      #expect(try first(audit).remedy.contains("PT_NOTE"))
    }

    @Test(
      .enabled(
        if: Zoo.linkers.contains("bfd") && !Zoo.installed("objcopy").isEmpty,
        "This needs GNU ld and objcopy."))
    func `Records that a tool moved away from their address are not loaded`() async throws {
      let audit = try await audit(["main.o", "lib.a"], "displaced")
      #expect(audit.missing.count == 4)
      #expect(audit.missing.allSatisfy { $0.reason == .notLoaded })
    }

    @Test(
      .enabled(
        if: Zoo.linkers.contains("bfd") && !Zoo.installed("patchelf").isEmpty,
        "This needs GNU ld and patchelf."))
    func `Records whose relocations a tool lost have broken accessors`() async throws {
      let audit = try await audit(["main.o", "lib.a"], "patched")
      #expect(audit.missing.count == 4)
      #expect(audit.missing.allSatisfy { $0.reason == .brokenAccessor })
      #expect(try first(audit).remedy.contains("patchelf"))
    }

    @Test(arguments: Zoo.linkers)
    func `A binary of older sources has the declaration on another line`(
      linker: String
    ) async throws {
      let audit = try await audit(["main.o", "shop.o", "moved.o"], "\(linker)/whole")
      #expect(missing(audit) == ["3": .otherBuild])
      #expect(try first(audit).explanation.contains("on line 3 instead of 10"))
      #expect(audit.notices.isEmpty, "what was recognized is no stranger")
    }

    @Test(arguments: Zoo.linkers)
    func `Records that are in the binary only are reported`(linker: String) async throws {
      let audit = try await audit(["main.o"], "\(linker)/whole")
      #expect(audit.isComplete)
      #expect(audit.notices.map(\.code) == Array(repeating: "notAmongInputs", count: 3))
      #expect(audit.notices.compactMap(\.place?.line) == [1, 2, 3])
      #expect(
        audit.lines == [
          "notice: 3 records of Raw are in none of the inputs. Pass every linked file "
            + "to compare all records. [notAmongInputs]",
          "The 1 record of the inputs is in whole.",
        ])
    }

    @Test func `A record in several inputs is one declaration`() async throws {
      let linker = try #require(Zoo.linkers.first)
      let audit = try await audit(["main.o", "lib.a", "cart.o", "shop.o"], "\(linker)/partial")
      #expect(audit.recordCount == 4)
      #expect(missing(audit) == ["3": .memberNotSelected])
      #expect(try first(audit).otherInputs == ["cart.o"])
      #expect(try !first(audit).isCertain, "both have the same symbols")
    }

    @Test func `A file for another processor is distinguished from a dropped one`() async throws {
      let linker = try #require(Zoo.linkers.first)
      let audit = try await audit(["main.o", "shop.o", "appleCart.o"], "\(linker)/lone")
      #expect(missing(audit) == ["3": .otherArchitecture])
      #expect(try first(audit).explanation.contains("Mach-O on arm64"))
    }

    @Test func `Apple's linker has an option of its own`() async throws {
      let audit = try await audit(["apple.a"], "apple.o")
      #expect(missing(audit) == ["3": .memberNotSelected])
      #expect(try first(audit).remedy.contains("-Wl,-force_load,apple.a"))
    }

    @Test func `A library among the inputs keeps its records`() async throws {
      let linker = try #require(Zoo.linkers.first)
      let audit = try await audit(["main.o", "\(linker)/library"], "\(linker)/lone")
      #expect(audit.isComplete)
      #expect(audit.notices.first?.code == "notAnInput")
      let zoo = try await Zoo.shared
      let both = RecordAudit(
        inputs: try zoo.files("main.o", "shop.o"),
        binaries: try zoo.files("\(linker)/partial", "\(linker)/library"))
      #expect(both.isComplete && both.notices.isEmpty)
    }

    @Test func `Unreadable parts of an input are reported`() async throws {
      let linker = try #require(Zoo.linkers.first)
      let audit = try await audit(["main.o", "mixed.a"], "\(linker)/lone")
      #expect(audit.isComplete)
      #expect(audit.notices.map(\.code) == ["unreadInput"])
      #expect(audit.notices.first?.message.contains("lto.o") == true)
    }

    @Test(.enabled(if: !Zoo.installed("llvm-objcopy").isEmpty, "This needs llvm-objcopy."))
    func `Without evidence, the reason is unknown`() async throws {
      let linker = try #require(Zoo.linkers.first)
      let zoo = try await Zoo.shared
      // A program without any record or symbol.
      let mute = try await CProgram.withFolder { place in
        let file = try await place.build(
          "mute", "int main(void) { return 0; }\n", ["-fuse-ld=\(linker)", "-s"])
        return try BinaryFile(bytes: Array(try Data(contentsOf: file)), name: "mute")
      }
      let audit = RecordAudit(inputs: try zoo.files("cart.o", "lib.a"), binaries: [mute])
      #expect(audit.missing.allSatisfy { $0.reason == .unknown && !$0.isCertain })
      #expect(audit.missing.count == 3)
    }

    @Test(arguments: Zoo.linkers)
    func `Damaged records of the binary are suspected to be the missing ones`(linker: String)
      async throws
    {
      let zoo = try await Zoo.shared
      var bytes = try zoo.bytes("\(linker)/lone")
      let record = try #require(try zoo.file("\(linker)/lone").records.first { $0.key == "2" })
      // A version that no tool reads.
      bytes[record.offset + 16] = 9
      let audit = RecordAudit(
        inputs: try zoo.files("main.o", "shop.o"),
        binaries: [try BinaryFile(bytes: bytes, name: "app")])
      #expect(missing(audit) == ["2": .damaged])
      #expect(try !first(audit).isCertain)
    }

    @Test func `The text names input, reason, record and remedy once`() async throws {
      let linker = try #require(Zoo.linkers.first)
      let audit = try await audit(["main.o", "shop.o", "feed.o"], "\(linker)/lone")
      #expect(
        audit.lines == [
          "feed.o: 2 records are missing [objectNotLinked]",
          "  Why: lone contains nothing of the object file.",
          "  Raw/R.c:4: raw :4",
          "  Raw/R.c:5: raw :5",
          "  What to do: Put feed.o on the command line of the linker, or make the program depend "
            + "on the target 'Raw'.",
          "",
          "2 of 5 records of the inputs are missing in lone.",
        ])
    }

    @Test func `An audit survives JSON`() async throws {
      let linker = try #require(Zoo.linkers.first)
      let audit = try await audit(["main.o", "mixed.a", "lib.a"], "\(linker)/partial")
      #expect(!audit.missing.isEmpty && !audit.notices.isEmpty)
      let data = try JSONEncoder().encode(audit)
      #expect(try JSONDecoder().decode(RecordAudit.self, from: data) == audit)
      #expect(String(decoding: data, as: UTF8.self).contains(#""reason":"memberNotSelected""#))
    }
  }
#endif
