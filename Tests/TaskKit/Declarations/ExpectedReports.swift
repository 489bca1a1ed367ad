import ModularityTestSupport
import ProcessLifecycle
import SectionRegistry

@testable import TaskKit

// The mistakes in the declarations of these tests are reported at the launch of their
// process, as anyone's are. They are kept from standard error, for a test to look at. First of
// all, because the wires of other tests ask for the tasks before main as well.
#record("life", key: "premain", as: LifecycleDeclaration.self, priority: 1000) {
  .beforeMain {
    let report = TaskManager.process.errorHandler
    TaskManager.process.errorHandler = { error in
      if error.fileID == "TaskKitTests/DeclarationProblemTests.swift" {
        ExpectedReports.recorder.record(error.description)
      } else if error.fileID != "TaskKitTests/EventTaskTests.swift" {
        // Some of those have dependencies that are met in the tests only.
        report(error)
      }
    }
  }
}

/// What the manager of the process has reported of the mistakes that these tests declare.
enum ExpectedReports {
  static let recorder = EventRecorder<String>()
}
