import ProcessLifecycle
import SectionRegistry

// Declared whatever the situation; heard in one of them only.

private let isHeard = CommandLine.arguments.dropFirst().first == "declared"

#record("life", key: "premain", as: LifecycleDeclaration.self) {
  .beforeMain { if isHeard { say("declared before main") } }
}

#record("life", key: "willFinishLaunching", as: LifecycleDeclaration.self) {
  .listener { _ in if isHeard { say("declared will") } }
}

#record("life", key: "didFinishLaunching", as: LifecycleDeclaration.self) {
  .listener { _ in if isHeard { say("declared did") } }
}
