import ModularityTestSupport
import Testing

@testable import TaskKit

/// Reports of very many tasks.
@Suite struct LargeReportTests {
  private let count = Sweep.count(100_000, sample: 10_000)

  @Test(.timeLimit(.minutes(10)))
  func `A report of very many tasks in a chain is made and written`() {
    var tasks: [HandMadeTask] = []
    var before: [String] = []
    for index in 0..<Int64(count) {
      tasks.append(.worker(1, "task\(index)", index...index + 1, requires: before))
      before = ["task\(index)"]
    }
    let report = TaskRunReport.handMade(tasks)
    #expect(report.criticalPath.count == count)
    #expect(report.lowerBound == .microseconds(count))
    let lines = report.description.split(separator: "\n")
    #expect(lines.count == count + 4)
    #expect(lines.last { $0.hasPrefix("critical") }?.contains("… (\(count - 32) more) …") == true)
    #expect(report.dot.count > 10 * count)
  }

  @Test(.timeLimit(.minutes(10)))
  func `A report of very many tasks side by side is made`() {
    let report = TaskRunReport.handMade(
      (0..<count).map { .worker($0 % 2 + 1, "task\($0)", Int64($0 / 2)...Int64($0 / 2 + 1)) })
    #expect(report.lowerBound == .microseconds(count / 2))
    #expect(report.criticalPath.count == 1)
  }
}
