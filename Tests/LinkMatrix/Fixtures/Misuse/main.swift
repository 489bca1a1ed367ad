import SectionRegistry

// expected-error: cannot be declared at the top level of main.swift
#record("text", key: "main", as: String.self) { "" }

if CommandLine.argc > 1 {
  // expected-error: cannot be declared
  #record("text", key: "if", as: String.self) { "" }
}
