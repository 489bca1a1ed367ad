import Khala
import ModularityTestSupport
import Testing

/// Runs a test in a fresh state of Khala, and takes over the errors that are reported in it.
///
/// A test that expects some asks for them with ``take()``; each that is left is a failure.
struct TakesReports: TestTrait, SuiteTrait, TestScoping {
  @TaskLocal private static var reports = EventRecorder<KhalaError>()

  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    let reports = EventRecorder<KhalaError>()
    try await Khala.withFreshState {
      Khala.errorHandler = { reports.record($0) }
      try await Self.$reports.withValue(reports) { try await function() }
    }
    for error in reports.events { Issue.record("an error was reported: \(error)") }
  }

  /// Returns the errors that were reported since the last call.
  static func take() -> [KhalaError] {
    defer { reports.reset() }
    return reports.events
  }
}

extension Trait where Self == TakesReports {
  /// Runs a test in a fresh state of Khala, and takes over the errors that are reported in it.
  static var takesReports: Self { Self() }
}
