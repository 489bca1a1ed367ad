import Bridge

// expected-error: main.swift
#bridge(on: "userDidLogin", run: "RefreshFeed")
