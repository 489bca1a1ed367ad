import PackagePlugin

@main
struct ModkitPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {}
}
