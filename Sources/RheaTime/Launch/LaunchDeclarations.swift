import ProcessLifecycle
import SectionRegistry

// RheaTime learns about the launch without a call from the app. It uses records, like any other
// module.

/// Runs before `main`, even if the program itself declares no callback for that time.
#record("life", key: "premain", as: LifecycleDeclaration.self) {
  .beforeMain { LaunchMoments.process.settle() }
}

#record("life", key: "didFinishLaunching", as: LifecycleDeclaration.self) {
  .listener { _ in
    LaunchMoments.process.settle()
    await RheaCenter.current.fire(.appDidFinishLaunching).finished()
  }
}
