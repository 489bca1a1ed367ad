#if os(Linux)
  import BinaryRecords
  import Foundation
  import ModularityTestSupport
  import ProgramTestSupport
  import Testing

  @testable import BinaryInspection

  /// Whether each diagnosis is told of a file that has it, and not of one that has
  /// not.
  @Suite struct BinaryDiagnosisTests {
    private func diagnosis(_ name: String) async throws -> BinaryDiagnosis {
      BinaryDiagnosis(of: try await Zoo.shared.file(name))
    }

    /// The one diagnosis of a file with this code, or nothing.
    private func verdict(_ code: String, _ name: String) async throws -> Diagnosis? {
      let found = try await diagnosis(name).diagnoses.filter { $0.code == code }
      #expect(found.count <= 1)
      return found.first
    }

    @Test(arguments: Zoo.linkers)
    func `The linker is named, or the reason why it is unknown`(linker: String) async throws {
      for name in ["whole", "library"] {
        let found = try #require(try await verdict("linker", "\(linker)/\(name)"))
        switch linker {
        case "lld":
          #expect(found.verdict == .good)
          #expect(found.text.hasPrefix("LLD "))
        case "gold":
          #expect(found.verdict == .good)
          #expect(found.text.hasPrefix("gold "))
        default:
          #expect(found.verdict == .notice)
          // Libraries of GNU ld look like those of others.
          #expect(
            found.text.contains(name == "whole" ? "GNU ld probably linked it" : "is unknown"))
        }
      }
    }

    @Test(arguments: Zoo.installed("llvm-objcopy").isEmpty ? [] : Zoo.linkers)
    func `Without sections, linker and symbols are unknown`(
      linker: String
    ) async throws {
      let name = "\(linker)/sectionless"
      let found = try #require(try await verdict("linker", name))
      #expect(found.verdict == .notice)
      #expect(found.text.contains("table of sections is missing"))
      #expect(try await verdict("sectionTable", name)?.verdict == .notice)
      #expect(try await verdict("symbols", name)?.verdict == .notice)
      #expect(try await verdict("sectionTable", "\(linker)/library") == nil)
      #expect(try await verdict("symbols", "\(linker)/library") == nil)
    }

    @Test(arguments: Zoo.installed("strip").isEmpty ? [] : Zoo.linkers)
    func `Stripped symbols and removed notes are reported`(linker: String) async throws {
      #expect(try await verdict("symbols", "\(linker)/wholeStripped")?.verdict == .notice)
      #expect(try await verdict("sectionTable", "\(linker)/wholeStripped") == nil)
      let removed = try #require(try await verdict("notesRemoved", "\(linker)/removed"))
      #expect(removed.verdict == .warning)
      #expect(try await verdict("notesRemoved", "\(linker)/wholeStripped") == nil)
      #expect(try await verdict("modules", "\(linker)/removed")?.verdict == .notice)
    }

    @Test(arguments: Zoo.linkers)
    func `Only GNU ld makes the headers of a program writable`(linker: String) async throws {
      let found = try await verdict("writableHeaders", "\(linker)/whole")
      #expect(found?.verdict == (linker == "bfd" ? .warning : nil))
      #expect(found?.offset == (linker == "bfd" ? 0 : nil))
      #expect(try await verdict("writableHeaders", "\(linker)/library") == nil)
    }

    @Test(arguments: Zoo.linkers)
    func `Records have a segment of their own, or share one`(linker: String) async throws {
      let zoo = try await Zoo.shared
      let found = try #require(try await verdict("recordSegment", "\(linker)/whole"))
      let file = try zoo.file("\(linker)/whole")
      // What the start-up code of the system brings along decides it for GNU ld.
      let isShared = file.images[0].notes.contains { $0.recordCount > 0 && $0.hasOtherNotes }
      #expect(found.verdict == (isShared ? .notice : .good))
      #expect(linker == "bfd" || !isShared)
      #expect(try await verdict("recordSegment", "\(linker)/collected") == nil || linker == "gold")
    }

    @Test(arguments: Zoo.linkers)
    func `Records that a process cannot find are an error`(linker: String) async throws {
      let zoo = try await Zoo.shared
      let file = try zoo.withoutNoteSegments("\(linker)/whole")
      let diagnosis = BinaryDiagnosis(of: file)
      let found = try #require(diagnosis.diagnoses.first { $0.code == "recordsNotLoaded" })
      #expect(found.verdict == .error)
      #expect(found.text.contains("and 3 more are"))
      #expect(diagnosis.verdict == .error)
      #expect(try await verdict("recordsNotLoaded", "\(linker)/whole") == nil)
    }

    @Test(
      .enabled(
        if: Zoo.linkers.contains("bfd") && !Zoo.installed("objcopy").isEmpty,
        "This needs GNU ld and objcopy."))
    func `Records that a tool moved are an error`() async throws {
      #expect(try await verdict("recordsNotLoaded", "displaced")?.verdict == .error)
      #expect(try await verdict("foreignAccessor", "displaced") == nil, "it is told once")
    }

    @Test(
      .enabled(
        if: Zoo.linkers.contains("bfd") && !Zoo.installed("patchelf").isEmpty,
        "This needs GNU ld and patchelf."))
    func `Broken accessors are errors`() async throws {
      let diagnosis = try await diagnosis("patched")
      let found = diagnosis.diagnoses.filter { $0.code == "foreignAccessor" }
      #expect(found.count == 4)
      #expect(found.allSatisfy { $0.verdict == .error && $0.offset != nil })
      #expect(try await verdict("foreignAccessor", "bfd/whole") == nil)
    }

    @Test(arguments: Zoo.linkers)
    func `Segments that are writable and executable are warned of`(linker: String) async throws {
      #expect(try await verdict("writableCode", "\(linker)/whole")?.verdict == .good)
      #expect(try await verdict("writableCode", "\(linker)/library")?.verdict == .good)
    }

    @Test(.enabled(if: Zoo.linkers.contains("bfd"), "This needs GNU ld."))
    func `Code and records in one segment make the code writable`() async throws {
      let found = try #require(try await verdict("writableCode", "writableCode"))
      #expect(found.verdict == .warning)
      #expect(found.text.contains("RWX"))
    }

    @Test(arguments: Zoo.linkers)
    func `A library with records should stay in memory`(linker: String) async throws {
      #expect(try await verdict("unloading", "\(linker)/library")?.verdict == .good)
      let found = try #require(try await verdict("unloading", "\(linker)/unloadable"))
      #expect(found.verdict == .notice)
      #expect(found.remedy?.contains("nodelete") == true)
      #expect(try await verdict("unloading", "\(linker)/whole") == nil)
    }

    @Test(arguments: Zoo.linkers)
    func `Functions that run before main are counted`(linker: String) async throws {
      let zoo = try await Zoo.shared
      let bytes = try zoo.file("\(linker)/whole").images[0].traits.startUpByteCount
      let count = bytes / 8
      try #require(count > 0)
      let found = try #require(try await verdict("startUp", "\(linker)/whole"))
      #expect(found.text.hasPrefix("\(count) function"))
      #expect(found.text.hasSuffix("before main"))
    }

    @Test(.enabled(if: Zoo.linkers.contains("lld"), "This needs lld."))
    func `Sanitizers and their padding between records are reported`() async throws {
      let sanitizer = try #require(try await verdict("sanitizer", "sanitized"))
      #expect(sanitizer.text.contains("the address sanitizer"))
      #expect(try await verdict("sanitizer", "lld/library") == nil)
      let padding = try #require(try await verdict("padding", "sanitized"))
      #expect(padding.verdict == .notice)
      #expect(try await verdict("padding", "lld/library") == nil)
      #expect(try await verdict("modules", "sanitized")?.text == "it has 3 records: Raw 3")
    }

    @Test(.enabled(if: Zoo.linkers.contains("lld"), "This needs lld."))
    func `A second copy of the toolkit is detected`() async throws {
      let cases: [(String, Diagnosis.Verdict?, String)] = [
        ("toolkit", .good, "it contains the toolkit"),
        ("toolkitGuest", .good, "it takes the toolkit from the program that loads it"),
        ("toolkitSharer", .good, "it takes the toolkit from libModularityKitDynamic.so"),
        ("toolkitCopy", .warning, "a copy of the toolkit: in a program with another"),
        ("toolkitTwice", .error, "also needs libModularityKitDynamic.so"),
      ]
      for (name, expected, text) in cases {
        let found = try await verdict("toolkit", name)
        #expect(found?.verdict == expected, "\(name)")
        #expect(found?.text.contains(text) == true, "\(name)")
      }
      #expect(try await verdict("toolkit", "lld/library") == nil)
    }

    @Test func `Bitcode is reported with its section`() async throws {
      #expect(try await verdict("bitcode", "bitcode.o")?.text.contains("'.llvmbc'") == true)
      #expect(try await verdict("bitcode", "shop.o") == nil)
      let member = try #require(try await verdict("unreadableMember", "mixed.a"))
      #expect(member.verdict == .warning)
      #expect(member.text.contains("LLVM bitcode"))
      #expect(member.image == "mixed.a(lto.o)")
    }

    @Test func `An archive warns that its members may be left out`() async throws {
      let found = try #require(try await verdict("archive", "lib.a"))
      #expect(found.remedy?.contains("--whole-archive") == true)
      #expect(try await verdict("archive", "apple.a")?.remedy?.contains("-force_load") == true)
      #expect(try await verdict("archive", "shop.o") == nil)
      #expect(try await verdict("modules", "lib.a")?.text == "it has 3 records: Raw 3")
    }

    @Test(arguments: Zoo.linkers)
    func `A program in order has informational findings only`(linker: String) async throws {
      let diagnosis = try await diagnosis("\(linker)/whole")
      #expect(diagnosis.verdict == (linker == "bfd" ? .warning : .good))
      #expect(diagnosis.lines.count == diagnosis.diagnoses.count)
      #expect(diagnosis.lines.contains("good: it has 4 records: Raw 4. [modules]"))
    }

    @Test func `The diagnosis of a program of the package is correct`() async throws {
      let path = Bundle.main.bundleURL.appending(path: "RecordsFixture").path
      let diagnosis: BinaryDiagnosis = try await outsideOfTasks {
        BinaryDiagnosis(of: try BinaryFile(path: path))
      }
      #expect(diagnosis.verdict < .error)
      let texts = Dictionary(
        diagnosis.diagnoses.map { ($0.code, $0.text) }, uniquingKeysWith: { first, _ in first })
      #expect(texts["toolkit"] == "it contains the toolkit")
      #expect(texts["modules"]?.contains("record") == true)
      #expect(texts["notesRemoved"] == nil && texts["recordsNotLoaded"] == nil)
    }

    @Test(.enabled(if: Zoo.linkers.contains("lld"), "This needs lld."))
    func `Packed relocations are not a problem`() async throws {
      let diagnosis = try await diagnosis("packed")
      #expect(diagnosis.verdict == .notice)
      #expect(diagnosis.diagnoses.filter { $0.verdict == .notice }.map(\.code) == ["unloading"])
    }

    @Test func `A diagnosis survives JSON`() async throws {
      let linker = try #require(Zoo.linkers.last)
      let diagnosis = try await diagnosis("\(linker)/unloadable")
      let data = try JSONEncoder().encode(diagnosis)
      #expect(try JSONDecoder().decode(BinaryDiagnosis.self, from: data) == diagnosis)
    }
  }
#endif
