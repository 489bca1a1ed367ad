import ModularityTestSupport
import ProcessLifecycle
import SectionRegistry

@testable import TaskKit

// The mistakes in the declarations of these tests are reported at the launch of their
// process, as anyone's are. They are kept from standard error, for a test to look at.
#record("life", key: "premain", as: LifecycleDeclaration.self) {
  .beforeMain {
    let report = TaskManager.process.errorHandler
    TaskManager.process.errorHandler = { error in
      if error.place.hasPrefix("TaskKitTests/DeclarationProblemTests.swift:") {
        ExpectedReports.recorder.record(error.description)
      } else {
        report(error)
      }
    }
  }
}

/// What the manager of the process has reported of the mistakes that these tests declare.
enum ExpectedReports {
  static let recorder = EventRecorder<String>()
}
