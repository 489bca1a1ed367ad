import Foundation
import ProcessLifecycle
import SectionRegistry

// The tests are linked with the fixtures, whose mistakes are declared in the process of the
// tests as well, and Swift Testing ends that process off the main actor. Both are known, and
// kept from standard error; tests look at them in processes of the fixtures.
#record("life", key: "premain", as: LifecycleDeclaration.self) {
  .beforeMain {
    let report = ProcessLifecycle.errorHandler
    ProcessLifecycle.errorHandler = { problem in
      let isOfFixture = problem.fileID?.hasPrefix("LifecycleAsyncFixture/") ?? false
      if !isOfFixture, problem.code != .exitedOffMain { report(problem) }
    }
  }
}
