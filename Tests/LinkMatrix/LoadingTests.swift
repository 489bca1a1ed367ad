import Foundation
import ProgramTestSupport
import Testing

/// Libraries that come while the program runs, and records that are left out.
@Suite(.linkMatrix, .enoughTime)
struct LoadingTests {
  @Test(arguments: [[], ["-sanitize=thread"]])
  func `No record is lost and each is announced once while threads load libraries`(
    instrumentation: [String]
  ) async throws {
    let workshop = try await Workshop("Crowd", .init(everywhere: ["-O"] + instrumentation))
    let main = try await workshop.compile("Crowd", [Fixture.file("Loading/Crowd.swift")])
    let program = try await workshop.executable("Crowd", main)
    let numbers = Array(1...60)
    let libraries = try await withThrowingTaskGroup { group in
      for number in numbers {
        group.addTask { try await tinyLibrary(number, in: workshop.folder).path }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }

    // ThreadSanitizer takes every Mutex that threads contend for to be a race,
    // since the part of it that waits lies in the standard library, uninstrumented.
    // Without reports it still shows that loading works and that nothing is lost.
    let environment = ["TSAN_OPTIONS": "report_bugs=0"]
    let all = numbers.map(String.init).joined(separator: " ")
    for _ in 1...5 {
      let lines = try await program.run(libraries.shuffled(), environment: environment).lines
      #expect(lines == ["found \(all)", "announced \(all)"])
    }
  }

  @Test func `The records of a library can be used after it was closed`() async throws {
    let workshop = try await Workshop("Closing")
    let main = try await workshop.compile(
      "Closer", [Fixture.file("Loading/Closer.swift"), Fixture.file("Report.swift")])
    let member = try await workshop.compile("Member", [Fixture.file("Archive/Member.swift")])
    let library = try await workshop.library("Member", member)
    let program = try await workshop.executable("Closer", main, toolkit: .shared)
    #expect(
      try await program.run([library.path]).lines == [
        "closed 0",
        "text:member (Member, Member.swift:3:1, priority 0) in libMember.so = from an archive",
      ])
  }

  @Test func `Code that runs while its image is loaded finds its image`() async throws {
    let workshop = try await Workshop("Early")
    let early = Fixture.file("Loading/Early.swift")
    let options = ["-package-name", "ModularityKit"]
    let main = try await workshop.compile(
      "EarlyHost", [Fixture.file("Loading/EarlyHost.swift"), early], options: options)
    let member = try await workshop.compile("EarlyMember", [early], options: options)
    let library = try await workshop.library("EarlyMember", member)

    let alone = try await workshop.executable("Alone", main, toolkit: .shared)
    let host = "EarlyHost/Early.swift own"
    let guest = "EarlyMember/Early.swift own"
    #expect(try await alone.run().lines == [host, "main", "images 1"])
    #expect(try await alone.run([library.path]).lines == [host, "main", guest, "images 2"])

    let linked = try await workshop.executable(
      "Linked", main, toolkit: .shared, options: ["-lEarlyMember"])
    #expect(try await linked.run().lines == [guest, host, "main", "images 2"])
  }

  @Test func `Loading a library returns its records, or the reason of failure`() async throws {
    let workshop = try await Workshop("Failing")
    let main = try await workshop.compile("Failing", [Fixture.file("Loading/Failing.swift")])
    let program = try await workshop.executable("Failing", main)
    let good = try await tinyLibrary(7, in: workshop.folder).path
    let missing = "/nowhere/libMissing.so"
    let text = workshop.folder.appending(path: "libText.so")
    try Data("no library".utf8).write(to: text)

    let lines = try await program.run([good, good, missing, text.path]).lines
    #expect(
      lines.prefix(3) == [
        "loaded [raw :7 (Raw/R.c:7)]", "loaded []",
        """
        error: cannot load the library \(missing): \(missing): cannot open shared \
        object file: No such file or directory
        """,
      ])
    try #require(lines.count == 4)
    #expect(lines[3].hasPrefix("error: cannot load the library \(text.path): "))
  }

  @Test(
    arguments: [
      ("Shop", ["func:shop", "page:shop", "text:sale", "text:shop"]),
      ("text:shop,page:catalog", ["page:catalog", "text:shop"]),
      ("func:*, Cart", ["func:cart", "func:shop", "page:cart", "text:a key"]),
    ])
  func `The environment disables records by module, key and kind`(
    list: String, disabled: [String]
  ) async throws {
    let program = try await Store.compiled(.init(everywhere: ["-O"])).linkExecutable()
    let lines = try await program.run(environment: ["MODKIT_DISABLE": list]).lines
    let enabled = Store.linesOfExecutable.dropLast().filter { line in
      !disabled.contains { line.hasPrefix($0 + " ") }
    }
    #expect(lines.dropLast() == enabled)
    #expect(enabled.count == Store.linesOfExecutable.count - 1 - disabled.count)
  }

  @Test func `A filter in the environment that matches nothing is a problem`() async throws {
    let program = try await Store.compiled(.init(everywhere: ["-O"])).linkExecutable()
    let lines = try await program.run(environment: ["MODKIT_DISABLE": "Shopp,a:b"]).lines
    #expect(lines.filter { !$0.hasPrefix("problem") } == Store.linesOfExecutable)
    let problems = lines.filter { $0.hasPrefix("problem") }
    try #require(problems.count == 2)
    #expect(
      problems[0].hasPrefix("problem invalidFilter: 'a:b' in MODKIT_DISABLE disables nothing"))
    #expect(problems[1].hasPrefix("problem unmatchedFilter: 'Shopp' is disabled, but no record"))
  }

  /// Builds a library whose only record has a number for its key.
  private func tinyLibrary(_ number: Int, in folder: URL) async throws -> URL {
    let library = folder.appending(path: "libTiny\(number).so")
    try await Toolchain.command(
      "clang",
      ["-shared", "-fPIC", "-DNUMBER=\(number)", "-o", library.path, Fixture.file("Raw/Tiny.c")]
    ).succeed()
    return library
  }
}
