import ProcessLifecycle
import SectionRegistry

// How RheaTime learns of the launch without a call from the app: records, like those
// of any other module.

/// Before `main`, when the program itself declares nothing for that time.
#record("life", key: "premain", as: LifecycleDeclaration.self) {
  .beforeMain { LaunchMoments.process.settle() }
}

#record("life", key: "didFinishLaunching", as: LifecycleDeclaration.self) {
  .listener { _ in
    LaunchMoments.process.settle()
    await RheaCenter.current.fire(.appDidFinishLaunching).finished
  }
}
