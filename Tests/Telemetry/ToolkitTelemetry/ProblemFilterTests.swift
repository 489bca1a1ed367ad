import Testing

@testable import ToolkitTelemetry

/// The choice of the problems that are reported, by a clock of whole seconds.
@Suite struct ProblemFilterTests {
  private func problem(_ message: String, _ code: TelemetryError.Code = .rejected) -> TelemetryError
  {
    TelemetryError(code, message)
  }

  @Test func `A problem that persists is reported once`() {
    var filter = ProblemFilter()
    let reports = (0..<1_000).map { second in
      filter.add(problem("no"), of: .traces, at: .seconds(second * 30))
    }
    #expect(reports.compactMap(\.self) == [problem("no")])
    let rest = filter.takeRest()
    #expect(rest == [])
  }

  @Test func `Problems that differ are reported once a minute, with the number of the others`() {
    var filter = ProblemFilter()
    let reports = (0..<180).map { second in
      filter.add(problem("no \(second)"), of: .traces, at: .seconds(second))
    }
    #expect(
      reports.compactMap { $0?.message } == [
        "no 0", "no 60 (59 similar problems were not reported)",
        "no 120 (59 similar problems were not reported)",
      ])
    let rest = [filter.takeRest(), filter.takeRest()]
    #expect(
      rest.map { $0.map(\.message) } == [
        ["59 similar problems were not reported, because the kind 'rejected' was just reported"],
        [],
      ])
  }

  @Test func `Each kind of problem has a minute of its own`() {
    var filter = ProblemFilter()
    let reports = [
      filter.add(problem("a"), of: .traces, at: .zero),
      filter.add(problem("a", .connection), of: .traces, at: .zero),
      filter.add(problem("b"), of: .traces, at: .seconds(59)),
    ]
    #expect(reports == [problem("a"), problem("a", .connection), nil])
  }

  @Test func `A problem that was held back is reported when it persists`() {
    var filter = ProblemFilter()
    let reports = [
      filter.add(problem("a"), of: .traces, at: .zero),
      filter.add(problem("b"), of: .logs, at: .seconds(1)),
      filter.add(problem("b"), of: .logs, at: .seconds(60)),
    ]
    #expect(
      reports.map { $0?.message } == ["a", nil, "b (1 similar problem was not reported)"])
  }

  @Test func `A problem that comes back is reported, but not within a minute`() {
    var filter = ProblemFilter()
    var reports = [filter.add(problem("a"), of: .traces, at: .zero)]
    filter.resolve(.traces)
    reports.append(filter.add(problem("a"), of: .traces, at: .seconds(59)))
    reports.append(filter.add(problem("a"), of: .traces, at: .seconds(60)))
    #expect(
      reports.map { $0?.message } == ["a", nil, "a (1 similar problem was not reported)"])
  }

  @Test func `A problem that all signals have is reported once`() {
    var filter = ProblemFilter()
    let problem = problem("no library", .missingLibrary)
    let reports = [TelemetrySignal.traces, .metrics, .logs, .traces, .metrics].enumerated().map {
      filter.add(problem, of: $1, at: .seconds($0 * 60))
    }
    #expect(reports == [problem, nil, nil, nil, nil])
    let rest = filter.takeRest()
    #expect(rest == [])
  }
}
