#if os(Linux)
  import Foundation
  import ModularityTestSupport
  import ProgramTestSupport
  import TaskStore
  import Testing

  /// A store is recovered from the files of every moment at which the power could have failed.
  ///
  /// The moments are the changes of its files, which `Tests/Fixtures/PowerCut` copies.
  @Suite struct PowerCutTests {
    private let folder: TemporaryFolder
    private var copies: URL { folder.appending(path: "copies") }

    init() throws { folder = try TemporaryFolder() }

    /// Compiles what copies the files.
    private func makeLibrary() async throws -> String {
      let source = Repository.file("Tests/Fixtures/PowerCut/power-cut.c")
      let library = folder.path("power-cut.so")
      let compilation = try await Command(
        executable: URL(filePath: "/usr/bin/env"),
        arguments: [
          "clang", "-O1", "-shared", "-fPIC", "-Wall", "-Werror", source.path, "-o", library,
        ]
      ).result()
      try #require(compilation.succeeded, "\(compilation.errors)")
      return library
    }

    /// Returns how many changes of the fixture a store has.
    private func changes(in store: SQLiteStore) async throws -> Int {
      let records = try await store.ledger(of: "task", limit: 1_000)
      return records.reduce(0) { changes, record in
        switch record.state {
        case .due: changes + 1
        case .running: changes + 2
        case .succeeded: changes + 3
        default: -1_000
        }
      }
    }

    @Test func `Whenever the power fails, the store has all that it has acknowledged`() async throws
    {
      let files = folder.appending(path: "files")
      for url in [files, copies] {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
      }
      let fixture = try ChildProcess(
        "TaskStoreFixture", "power-cut", files.path, "4",
        environment: [
          "LD_PRELOAD": try await makeLibrary(), "POWER_CUT_FOLDER": files.path,
          "POWER_CUT_COPIES": copies.path,
        ])
      #expect(try await fixture.ends() == .exited(0))
      #expect(try fixture.errorLines == [])

      let names = try FileManager.default.contentsOfDirectory(atPath: copies.path).sorted()
      #expect(names.count > 100)
      var found: Set<Int> = []
      for name in names {
        let copy = copies.appending(path: name)
        let witness = try? String(
          contentsOf: copy.appending(path: "acknowledged"), encoding: .utf8)
        let acknowledged = witness.flatMap { Int($0) } ?? 0
        let path = copy.appending(path: "tasks.sqlite").path
        let store = SQLiteStore(at: path)
        try await store.open()
        let changes = try await changes(in: store)
        #expect(acknowledged...acknowledged + 1 ~= changes, "in the copy \(name)")
        let check = try SQLiteDatabase(path: path).rows("PRAGMA integrity_check")
        #expect(check == [[.text("ok")]], "in the copy \(name)")
        found.insert(changes)
      }
      #expect(found == Set(0...12))
    }
  }
#endif
