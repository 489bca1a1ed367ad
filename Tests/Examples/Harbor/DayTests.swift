import Foundation
import ProgramTestSupport
import Testing

/// A day at the port, as a user of `harbor` sees it.
///
/// Each day is a process of its own: what modules declare is in force there as in any app.
@Suite struct DayTests {
  /// A moment, as `harbor --json` writes it.
  struct Moment: Decodable, Equatable {
    let time: String
    let module: String
    let text: String
    let fraction: Double
  }

  /// The end of a day.
  struct Summary: Decodable {
    let summary: [String]
    let isComplete: Bool
  }

  struct Day {
    let moments: [Moment]
    let summary: Summary
    let errors: String
    let status: Int32

    /// The moments of a module at a time.
    func texts(_ module: String, at time: String? = nil) -> [String] {
      moments.filter { $0.module == module && (time == nil || $0.time == time) }.map(\.text)
    }
  }

  /// Runs a day, as fast as it can.
  private func runDay() async throws -> Day {
    let harbor = Command(
      executable: Bundle.main.bundleURL.appending(path: "harbor"),
      arguments: ["--speed", "100000", "--json"])
    let result = try await harbor.result()
    let lines = result.lines.map { Data($0.utf8) }
    let decoder = JSONDecoder()
    return Day(
      moments: try lines.dropLast().map { try decoder.decode(Moment.self, from: $0) },
      summary: try decoder.decode(Summary.self, from: try #require(lines.last)),
      errors: result.errors, status: result.status)
  }

  // MARK: - The whole

  @Test func `A day is complete, without unexpected errors`() async throws {
    let day = try await runDay()
    #expect(day.summary.isComplete)
    #expect(day.status == 0)
    #expect(day.errors == "")
    // The one failure that belongs to the day.
    #expect(day.texts("Desk").filter { $0.hasPrefix("given up") }.count == 1)
    #expect(day.summary.summary.first == "9 containers cleared, 3357 euros billed")
  }

  @Test func `Two days with the same seed are equal, line by line`() async throws {
    let first = try await runDay()
    for _ in 0..<4 {
      let next = try await runDay()
      #expect(next.moments == first.moments)
      #expect(next.summary.summary == first.summary.summary)
    }
  }

  @Test func `All modules write to the log, and so does the desk`() async throws {
    let day = try await runDay()
    #expect(
      Set(day.moments.map(\.module)) == [
        "Accounts", "Berths", "Cargo", "Customs", "Desk", "Notices", "Weather",
      ])
  }

  @Test func `Time increases from the opening to the closing`() async throws {
    let moments = try await runDay().moments
    #expect(moments.first?.time == "06:00")
    #expect(moments.last?.time == "22:00")
    #expect(moments.last?.fraction == 1)
    for (earlier, later) in zip(moments, moments.dropFirst()) {
      #expect(earlier.time <= later.time)
      #expect(earlier.fraction <= later.fraction)
    }
  }

  // MARK: - What follows from what

  @Test func `A launch prints dependencies before dependents`() async throws {
    let day = try await runDay()
    #expect(day.texts("Weather", at: "06:00").first == "the anemometer is calibrated")
    let berths = try #require(day.moments.firstIndex { $0.text == "2 berths are open" })
    let books = try #require(day.moments.firstIndex { $0.text == "the books are open" })
    #expect(berths < books)
  }

  @Test func `No container comes ashore in a storm`() async throws {
    let day = try await runDay()
    #expect(day.texts("Cargo", at: "08:10") == ["the cranes stand still"])
    let meanwhile = day.moments.filter { $0.time > "08:10" && $0.time < "09:55" }
    #expect(meanwhile.allSatisfy { $0.module != "Cargo" && $0.module != "Customs" })
    // It would have come at 08:30.
    #expect(day.texts("Cargo", at: "10:00") == ["75% of the ship is ashore"])
  }

  @Test func `A ship that arrives in a storm is announced all the same`() async throws {
    let day = try await runDay()
    #expect(day.texts("Berths", at: "08:10") == ["Aurora hears of the storm"])
    #expect(day.texts("Berths", at: "09:00").contains("Borealis hears of the storm"))
    #expect(day.texts("Berths").filter { $0.hasPrefix("Cygnus") }.count == 3)
  }

  @Test func `The roads are closed only when the last berth is taken`() async throws {
    let closed = try await runDay().moments.filter { $0.text.hasPrefix("all berths are taken") }
    #expect(closed.map(\.time) == ["09:00"])
  }

  @Test func `A container with unreadable papers is tried three times and kept`() async throws {
    let day = try await runDay()
    #expect(
      day.texts("Customs", at: "11:40") == [
        "the papers of BO-417 are smudged, attempt 1",
        "the papers of BO-417 are smudged, attempt 2",
        "the papers of BO-417 are smudged, attempt 3",
        "kept for the officer: BO-417",
      ])
  }

  @Test func `A container leaves the yard only after it has been cleared`() async throws {
    let day = try await runDay()
    let refusal = try #require(day.texts("Desk", at: "14:10").first)
    #expect(refusal.hasSuffix("customs has not cleared BO-417"))
    #expect(
      day.texts("Customs", at: "15:00") == ["the officer has read the papers of BO-417"])
    #expect(day.texts("Desk", at: "15:30") == ["a truck: BO-417 leaves the yard"])
  }

  @Test func `Each ship is billed when it sails, and duties are added`() async throws {
    let day = try await runDay()
    #expect(
      day.texts("Accounts").dropFirst() == [
        "invoice 1: Aurora pays 1156 euros", "invoice 2: Borealis pays 976 euros",
        "invoice 3: Cygnus pays 1000 euros",
      ])
    // 1156 + 976 + 1000, and 25 for each of nine containers.
    #expect(day.summary.summary.first?.contains("3357 euros") == true)
  }

  @Test func `Schedules use the simulated clock`() async throws {
    let day = try await runDay()
    let tides = day.moments.filter { $0.text.hasSuffix(" water") }
    #expect(tides.map(\.time) == ["06:15", "12:15", "18:15"])
    #expect(tides.map(\.text) == ["high water", "low water", "high water"])
    let boards = day.moments.filter { $0.text.hasPrefix("board: ") }
    #expect(boards.map(\.time) == ["10:00", "14:00", "18:00", "22:00"])
  }

  @Test func `Background results are ready before the day goes on`() async throws {
    let morning = try await runDay().moments.prefix { $0.time == "06:00" }
    #expect(morning.last?.module == "Weather")
    #expect(morning.last?.text == "the highest water of the day comes at 18:15, 4.2 m")
  }

  @Test func `A deprecated link leads to the new route`() async throws {
    let day = try await runDay()
    #expect(day.texts("Desk", at: "17:00") == ["a visitor opens kl://quay/1: berth 1: Cygnus"])
    for link in ["kl://quay/2", "kl://berths/2"] {
      #expect(try await harbor("call", link).output == "berth 2: free\n")
    }
    let elsewhere = try await harbor("call", "kl://quay/9")
    #expect(elsewhere.status == 1)
    #expect(elsewhere.errors.contains("no berth 9 exists"))
  }

  @Test func `A day that is cancelled ends early and in order`() async throws {
    // A minute takes more than an hour: nothing comes to pass before the signal.
    let program = try ChildProcess("harbor", "--speed", "0.000001")
    defer { program.destroy() }
    try await program.waits(for: "the opening") { program in
      try program.lines.contains { $0.hasSuffix("the books are open") }
    }
    program.send(SIGTERM)
    let ending = try await program.ends()
    let errors = try program.errorLines
    #expect(ending == .exited(0), "\(errors)")
    #expect(errors == ["the day was stopped early"])
    #expect(try !program.lines.contains { $0.hasPrefix("06:10") })
  }
}
