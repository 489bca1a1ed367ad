import LaunchContract

/// Reads what the reader has set: at the launch, and at every reload.
@EventTask(.critical, on: [.willFinishLaunching, .reload], .concurrent)
enum ReadSettings {
  static func run(_ context: TaskContext) -> Settings {
    print("Settings: read for \(context.event)")
    let settings = Settings(reader: "Ada", headlineCount: 2)
    // For those that run later. Those of the same run get what is returned.
    context.store["settings"] = settings
    return settings
  }

  static func shutdown() { print("Settings: written") }
}

/// Greets the reader, before anything else is shown.
@EventTask(.critical, on: .didFinishLaunching, .before(.firstScreen))
@MainActor enum Greet {
  static func run(_ context: TaskContext) {
    let settings: Settings? = context.store.value("settings")
    print("Settings: hello \(settings?.reader ?? "stranger")")
  }
}
