import Bridge
import Foundation
import ModularityTestSupport
import ProgramTestSupport
import Testing

#if os(Linux)
  /// Modules that come to a process, and those that are turned away at its door.
  @Suite struct LoadingTests {
    /// What a process says that was told to load these.
    private func load(_ arguments: [String]) async throws -> [String] {
      try await Command(
        executable: Bundle.main.bundleURL.appending(path: "LoadingFixture"), arguments: arguments
      ).succeed().lines
    }

    /// A library with one record, whose number is its key and its line.
    private func record(_ number: Int, _ fields: String = "") -> String {
      """
      #include "RawRecord.h"
      #pragma clang diagnostic ignored "-Winitializer-overrides"
      RECORD(r\(number)) = {GOOD(\(number), "\(number)")\(fields)};

      """
    }

    private static let library = ["-shared", "-fPIC"]

    /// The arguments for a library that needs another one, and finds it along a run path.
    private static func needing(
      _ name: String, in place: CProgram, from runPath: String = "$ORIGIN"
    ) -> [String] {
      library + [
        "-Wl,--no-as-needed", "-L\(place.folder.path)", "-l:\(name)", "-Wl,-rpath,\(runPath)",
      ]
    }

    @Test func `A module adds its records, and loading it again adds nothing`()
      async throws
    {
      try await CProgram.withFolder { place in
        let one = try await place.build("libTestOne.so", record(1), Self.library)
        let two = try await place.build("libTestTwo.so", record(2), Self.library)
        let link = place.folder.appending(path: "link.so")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: one)
        #expect(
          try await load([one.path, one.path, link.path, two.path]) == [
            "loaded 1 problems []", "loaded 1 problems []", "loaded 1 problems []",
            "loaded 2 problems []", "modules libTestOne.so,libTestTwo.so", "records 1,2",
            "mapped libTestOne.so,libTestTwo.so",
          ])
      }
    }

    @Test func `Threads may load the same modules concurrently`() async throws {
      try await CProgram.withFolder { place in
        var paths: [String] = []
        for number in 1...4 {
          let name = "libTest\(number).so"
          paths.append(try await place.build(name, record(number), Self.library).path)
        }
        let many = Array(repeatElement(paths, count: 8).joined()).joined(separator: ",")
        for _ in 1...5 {
          let names = "libTest1.so,libTest2.so,libTest3.so,libTest4.so"
          #expect(
            try await load(["all:\(many)"]) == [
              "modules \(names)", "records 1,2,3,4", "mapped \(names)",
            ])
        }
      }
    }

    @Test func `A module that is already open is adopted`() async throws {
      try await CProgram.withFolder { place in
        let one = try await place.build("libTestOne.so", record(1), Self.library)
        #expect(
          try await load(["open:\(one.path)", one.path]) == [
            "opened", "loaded 1 problems []", "modules libTestOne.so", "records 1",
            "mapped libTestOne.so",
          ])
      }
    }

    /// Loads one file that must be refused, and insists that nothing came of it.
    private func refusal(_ path: String, after others: [String] = []) async throws -> String {
      let lines = try await load(others + [path])
      let name = URL(filePath: path).lastPathComponent
      let refusal = try #require(lines.dropFirst(others.count).first)
      #expect(refusal.contains("] the module "), "\(refusal)")
      #expect(refusal.contains("/\(name) was not loaded: "), "\(refusal)")
      #expect(lines.suffix(3).allSatisfy { !$0.contains(name) }, "\(lines)")
      return refusal
    }

    @Test func `A file that is not a library for this machine is rejected`() async throws {
      try await CProgram.withFolder { place in
        let missing = try await refusal("/nowhere/libTest.so")
        #expect(missing.hasPrefix("unreadable "))
        #expect(missing.contains("No such file or directory"))
        let text = place.folder.appending(path: "libTestText.so")
        try Data("no library".utf8).write(to: text)
        #expect(try await refusal(text.path).hasPrefix("unreadable "))

        let program = try await place.build("libTestProgram", CProgram.source(records: 1), ["-pie"])
        let refused = try await refusal(program.path)
        #expect(refused.hasPrefix("notALibrary "))
        #expect(refused.contains("it is a program"))
        #expect(refused.contains("'.dynamic'"))
        let object = try await place.build("libTestObject.o", record(1), ["-c", "-fPIC"])
        #expect(try await refusal(object.path).contains("made of object files"))

        let good = try await place.build("libTestGood.so", record(1), Self.library)
        var bytes = try Data(contentsOf: good)
        // The number of another processor, at the place where every ELF file has it.
        bytes[18] = 243
        let other = place.folder.appending(path: "libTestOther.so")
        try bytes.write(to: other)
        let machine = try await refusal(other.path)
        #expect(machine.hasPrefix("otherMachine "))
        #expect(machine.contains("ELF on riscv64"))
      }
    }

    @Test func `A truncated module is rejected, and the process goes on`() async throws {
      try await CProgram.withFolder { place in
        let good = try await place.build("libTestGood.so", record(1), Self.library)
        let whole = try Data(contentsOf: good)
        let ends = Set(stride(from: 0, to: whole.count, by: 64)).union([1_600, 2_000])
          .filter { $0 < whole.count }.sorted()
        var paths: [String] = []
        for end in ends {
          let file = place.folder.appending(path: "libTestCut\(end).so")
          try whole.prefix(end).write(to: file)
          paths.append(file.path)
        }
        let lines = try await load(paths + [good.path])
        #expect(lines.count == paths.count + 4)
        for (end, line) in zip(ends, lines) {
          let code = line.prefix { $0 != " " }
          #expect(["unreadable", "incomplete"].contains(code), "\(end): \(line)")
        }
        #expect(lines.contains { $0.contains("lacks a part of its segment") })
        #expect(lines.contains { $0.contains("lacks a part of its table of sections") })
        #expect(lines.suffix(4).first == "loaded 1 problems []")

        let needed = try await place.build(
          "libTestNeeded.so", "int needed;\n", Self.library + ["-Wl,-soname,libTestNeeded.so"])
        let user = try await place.build(
          "libTestUser.so", record(2),
          Self.needing("libTestNeeded.so", in: place))
        try Data(contentsOf: needed).prefix(2_000).write(to: needed)
        let refused = try await refusal(user.path)
        #expect(refused.hasPrefix("incomplete "))
        #expect(refused.contains("/libTestNeeded.so, which it needs, lacks a part of "))
      }
    }

    @Test(arguments: ["lld", "gold"])
    func `A module of another linker loads`(linker: String) async throws {
      try await CProgram.withFolder { place in
        let module = try await place.build(
          "libTestLinked.so", record(1), Self.library + ["-fuse-ld=\(linker)"])
        #expect(try await load([module.path]).first == "loaded 1 problems []")
      }
    }

    @Test func `A module whose table of segments was changed is rejected, or loads`()
      async throws
    {
      try await CProgram.withFolder { place in
        let good = try await place.build("libTestGood.so", record(1), Self.library)
        let whole = try Data(contentsOf: good)
        // At these places every ELF file of 64 bits has its first entry and their number.
        let start = Int(whole[32]) + Int(whole[33]) << 8
        let length = Int(whole[56]) * 56
        var random = SeededGenerator(seed: 13)
        var loaded = 0
        var rejected = 0
        for offset in Sweep.inputs(start..<start + length, oneIn: 5) {
          var bytes = whole
          bytes[offset] ^= UInt8.random(in: 1...255, using: &random)
          let file = place.folder.appending(path: "libTestChanged.so")
          try bytes.write(to: file)
          let result = try await Command(
            executable: Bundle.main.bundleURL.appending(path: "LoadingFixture"),
            arguments: [file.path]
          ).result()
          #expect(result.succeeded, "byte \(offset - start): \(bytes[offset]), \(result.errors)")
          let line = result.lines.first ?? ""
          if line.hasPrefix("loaded") { loaded += 1 } else { rejected += 1 }
          #expect(
            ["loaded", "unreadable", "incomplete", "notALibrary", "rejectedByLoader"].contains(
              String(line.prefix { $0 != " " })), "byte \(offset - start): \(line)")
        }
        #expect(loaded > 0)
        #expect(rejected > loaded)
      }
    }

    @Test func `A module with its own copy of the toolkit is rejected, linked or embedded`()
      async throws
    {
      try await CProgram.withFolder { place in
        let marker = "int marker __asm__(\"$s15SectionRegistryAAOMn\") = 1;\n"
        let own = try await place.build("libTestOwn.so", record(1) + marker, Self.library)
        let refused = try await refusal(own.path)
        #expect(refused.hasPrefix("secondToolkit "))
        #expect(refused.contains("it has its own copy of ModularityKit"))
        #expect(refused.contains("against ModularityKitDynamic"))

        _ = try await place.build(
          "libTestKit.so", marker, Self.library + ["-Wl,-soname,libTestKit.so"])
        _ = try await place.build(
          "libTestMiddle.so", "int middle;\n",
          ["-Wl,-soname,libTestMiddle.so"] + Self.needing("libTestKit.so", in: place))
        let user = try await place.build(
          "libTestUser.so", record(2),
          Self.needing("libTestMiddle.so", in: place, from: "${ORIGIN}"))
        let needing = try await refusal(user.path)
        #expect(needing.hasPrefix("secondToolkit "))
        #expect(needing.contains("/libTestKit.so, which it needs, has its own copy"))
      }
    }

    @Test(arguments: ["--auxiliary", "--filter"])
    func `A second toolkit behind a filter library is detected`(option: String) async throws {
      try await CProgram.withFolder { place in
        let marker = "int marker __asm__(\"$s15SectionRegistryAAOMn\") = 1;\n"
        _ = try await place.build(
          "libTestKit.so", marker, Self.library + ["-Wl,-soname,libTestKit.so"])
        let byName = try await place.build(
          "libTestName.so", record(1),
          Self.library + ["-Wl,\(option),libTestKit.so", "-Wl,-rpath,$ORIGIN"])
        let byPath = try await place.build(
          "libTestPath.so", record(2), Self.library + ["-Wl,\(option),$ORIGIN/libTestKit.so"])
        for library in [byName, byPath] {
          let refused = try await refusal(library.path)
          #expect(refused.hasPrefix("secondToolkit "))
          #expect(refused.contains("/libTestKit.so, which it needs, has its own copy"))
        }
      }
    }

    @Test func `A file that every user may write to is rejected`() async throws {
      try await CProgram.withFolder { place in
        func permit(_ mode: mode_t, _ url: URL) throws {
          try #require(unsafe chmod(url.path, mode) == 0)
        }
        let needed = try await place.build(
          "libTestNeeded.so", "int needed;\n", Self.library + ["-Wl,-soname,libTestNeeded.so"])
        let user = try await place.build(
          "libTestUser.so", record(1),
          Self.needing("libTestNeeded.so", in: place))
        try permit(0o757, user)
        let refused = try await refusal(user.path)
        #expect(refused.hasPrefix("writableByAll "))
        #expect(refused.contains("its file is writable for every user"))
        #expect(refused.contains("'chmod o-w /"))
        try permit(0o775, user)

        try permit(0o666, needed)
        #expect(
          try await refusal(user.path).contains("/libTestNeeded.so, which it needs, is writable")
        )
        try permit(0o644, needed)

        try permit(0o777, place.folder)
        #expect(try await refusal(user.path).contains(", which it is in, is writable"))
        try permit(0o1777, place.folder)
        #expect(try await load([user.path]).first == "loaded 1 problems []")
      }
    }

    @Test func `A module that needs an unshared toolkit is rejected`()
      async throws
    {
      try await CProgram.withFolder { place in
        let needing = """
          extern int one __asm__("$s15SectionRegistryAAO6absentyyFZ");
          extern int two __asm__("$s7TaskKit6absentyyF");
          int use(void) { return one + two; }

          """
        let user = try await place.build("libTestUser.so", record(1) + needing, Self.library)
        let refused = try await refusal(user.path)
        #expect(refused.hasPrefix("toolkitNotShared "))
        #expect(refused.contains("no image has '$s15SectionRegistryAAO6absentyyFZ', and 1 more"))
        #expect(refused.contains("Link the app and its modules against ModularityKitDynamic"))
      }
    }

    @Test(
      arguments: [
        (", .version = 9", "has version 9"), (", .key_size = 40", "but its fields take"),
        (", .key = \"no\\xFF\", .key_size = 3", "not UTF-8"), (", .accessor = 0", "lies nowhere"),
      ])
    func `A module with broken records is rejected`(field: String, part: String) async throws {
      try await CProgram.withFolder { place in
        let broken = try await place.build("libTestBroken.so", record(1, field), Self.library)
        let refused = try await refusal(broken.path)
        #expect(refused.hasPrefix("brokenRecords "))
        #expect(refused.contains(part))
      }
    }

    @Test func `Declarations that the process already has are rejected`() async throws {
      try await CProgram.withFolder { place in
        let one = try await place.build("libTestOne.so", record(1), Self.library)
        let same = try await place.build("libTestSame.so", record(1), Self.library)
        let refused = try await refusal(same.path, after: [one.path])
        #expect(refused.hasPrefix("alreadyPresent [Raw/R.c:1] "))
        #expect(refused.contains("raw :1 (Raw/R.c:1) is already in "))
        #expect(refused.contains("/libTestOne.so. Link the module Raw into one of them"))
      }
    }

    @Test func `A duplicate key is rejected for kinds with unique keys only`() async throws {
      try await CProgram.withFolder { place in
        let key = ", .flags = 8, .key = \"home\", .key_size = 4"
        let one = try await place.build("libTestOne.so", record(1, key), Self.library)
        let two = try await place.build("libTestTwo.so", record(2, key), Self.library)
        let refused = try await refusal(two.path, after: [one.path])
        #expect(refused.hasPrefix("keyTaken [Raw/R.c:2, Raw/R.c:1] "))
        #expect(refused.contains("raw :home is declared at Raw/R.c:2 and, in /"))
        #expect(refused.contains("Rename one of them."))

        let free = ", .key = \"home\", .key_size = 4"
        let three = try await place.build("libTestThree.so", record(3, free), Self.library)
        #expect(
          try await load([one.path, three.path]).prefix(2) == [
            "loaded home problems []", "loaded home problems []",
          ])
      }
    }

    @Test func `The message of the system's loader is passed on`() async throws {
      try await CProgram.withFolder { place in
        let needing = "extern int nowhere; int use(void) { return nowhere; }\n"
        let user = try await place.build("libTestUser.so", record(1) + needing, Self.library)
        let refused = try await refusal(user.path)
        #expect(refused.hasPrefix("rejectedByLoader "))
        #expect(refused.contains("undefined symbol: nowhere"))
      }
    }
  }
#endif
