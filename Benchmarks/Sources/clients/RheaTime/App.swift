import RheaTime

#rhea(time: .premain) { print("before main") }

@main enum App {
  static func main() {}
}
