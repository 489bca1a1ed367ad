import Testing

@testable import TaskKit

/// Reports of very many tasks.
@Suite struct LargeReportTests {
  @Test(.timeLimit(.minutes(10)))
  func `A report of 100000 tasks in a chain is made and written`() {
    let report = TaskRunReport.handMade(
      (0..<100_000).map { index in
        .worker(
          1, "task\(index)", Int64(index)...Int64(index + 1),
          requires: index == 0 ? [] : ["task\(index - 1)"])
      })
    #expect(report.criticalPath.count == 100_000)
    #expect(report.lowerBound == .milliseconds(100))
    #expect(report.whatIf(workers: 4).duration == .milliseconds(100))
    let lines = report.description.split(separator: "\n")
    #expect(lines.count == 100_004)
    #expect(lines.last { $0.hasPrefix("critical") }?.contains("… (99968 more) …") == true)
    #expect(report.dot.count > 1_000_000)
  }

  @Test(.timeLimit(.minutes(10)))
  func `A report of 100000 tasks side by side is made`() {
    let report = TaskRunReport.handMade(
      (0..<100_000).map { .worker($0 % 2 + 1, "task\($0)", Int64($0 / 2)...Int64($0 / 2 + 1)) })
    #expect(report.lowerBound == .milliseconds(50))
    #expect(report.whatIf(workers: 100).duration == .milliseconds(1))
    #expect(report.criticalPath.count == 1)
  }
}
