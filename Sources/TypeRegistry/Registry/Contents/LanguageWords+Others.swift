// SPDX-License-Identifier: MIT

// Languages of functions, logic, hardware, data and building.

extension LanguageWords {
  static let functional: [LanguageWords] = [
    LanguageWords(
      "f-sharp",
      [
        "3let rec ", "6open System", "1module ", "8#light", "2let ", "9[<EntryPoint>]",
        "1namespace ",
        "7printfn ", "1type ", "5|> ", "2match ", "1| ", "4member ", "9open FSharp",
        "7open Microsoft.FSharp",
      ]),
    LanguageWords(
      "ocaml",
      [
        "4let rec ", "3open ", "8let () =", "2module ", "3(*", "1type ", "4val ", "1| ", "1match ",
        "2let ", "5external ", "5let _ =", "4exception ",
      ], parts: ["2 in", "2 -> "]),
    LanguageWords(
      "haskell",
      [
        "8import qualified ", "7import Data.", "7import Control.", "9{-# LANGUAGE", "6newtype ",
        "4instance ", "5import System.", "2data ", "1module ", "3{-", "2-- |",
      ], parts: ["4 :: ", "4 where", "2 -> "]),
    LanguageWords(
      "erlang",
      [
        "9-module(", "9-export(", "7-include(", "7-define(", "7-record(", "3%% ", "7-spec ",
        "6-behaviour(",
      ]),
    LanguageWords(
      "elixir", ["9defmodule ", "1def ", "8defp ", "9@moduledoc", "6@doc ", "4alias ", "3use "]),
    LanguageWords(
      "lisp",
      [
        "7(defun ", "7(defmacro ", "6(defvar ", "7(in-package", "8(defpackage", "5(setq ",
        "5(defparameter ",
      ]),
    LanguageWords(
      "emacs-lisp",
      [
        "6(defun ", "6(defvar ", "5(require '", "8(provide '", "4;;; ", "8(defcustom ",
        "7(interactive",
        "4(setq ", "6(defconst ", "6(add-hook ", "5(eval-when-compile",
      ]),
    LanguageWords(
      "scheme",
      ["6(define ", "7(define-module", "8#lang ", "4(import ", "5(library ", "6(define-syntax "]),
    LanguageWords("clojure", ["9(ns ", "8(defn ", "4(def ", "8(defn- ", "4(:require "]),
    LanguageWords(
      "forth",
      [
        "3: ", "3\\ ", "2( ", "4VARIABLE ", "4variable ", "2create ", "3HEX", "3DECIMAL",
        "3CREATE ",
        "3include ",
      ], parts: ["3 ;", "3 dup ", "3 DUP ", "3 -- ", "3 constant "]),
    LanguageWords(
      "mathematica",
      ["8(* ::", "9BeginPackage[", "9(* Content-type: application/", "6Needs[", "6EndPackage["]),
  ]

  static let logic: [LanguageWords] = [
    LanguageWords(
      "prolog",
      [
        "7:- module(", "8:- use_module(", "7:- dynamic", "7:- initialization", "4:- ", "3?- ",
        "7:-use_module", "5:-",
      ], parts: ["4 :-", "3:-"]),
    LanguageWords(
      "mercury",
      [
        "5:- module ", "9:- interface.", "9:- pred ", "9:- func ", "9:- implementation.",
        "9:- import_module ", "6:- mode ",
      ], base: "prolog"),
    LanguageWords(
      "coq",
      [
        "8Require Import ", "6Theorem ", "6Lemma ", "8Proof.", "8Qed.", "5Definition ",
        "6Inductive ",
        "6Fixpoint ", "9From Coq", "2Section ", "1Module ", "8Require Export", "4Notation ", "2(*",
        "5Require ",
      ]),
    LanguageWords(
      "smalltalk", ["6!", "3'From ", "2\""], parts: ["9 subclass: #", "4 := ", "5 ifTrue: "]),
  ]

  static let hardware: [LanguageWords] = [
    LanguageWords(
      "verilog",
      [
        "3module ", "9endmodule", "9`timescale", "5`include", "5`define", "4`ifdef", "3input ",
        "3output ", "3reg ", "4wire ", "8always @", "4assign ", "3parameter ", "6always_",
      ]),
    LanguageWords("v", ["9module main", "3pub fn ", "2fn ", "5import os", "4mut ", "2println("]),
    LanguageWords(
      "vhdl",
      [
        "8library ieee", "8use ieee.", "4entity ", "5architecture ", "8LIBRARY ieee",
        "8LIBRARY IEEE",
        "8library IEEE", "8USE ieee.", "8use IEEE.", "4ENTITY ", "5ARCHITECTURE ",
      ]),
    LanguageWords(
      "assembly",
      [
        "5.text", "8.globl ", "8.globl\t", "6.global ", "7.section ", "7.section\t", "7section .",
        "8global _start", "5mov ", "5mov\t", "4push ", "3pop ", "4jmp ", "6.align ", "6.align\t",
        "5.data",
        "3ret", "3db ", "6.file ", "6.file\t", "6movl ", "6movl\t", "6movq ", "6movq\t", "3lda ",
        "3LDA ",
        "4MOV ", "4PUSH ", "3call ", "7.intel_syntax",
      ]),
  ]

  static let data: [LanguageWords] = [
    LanguageWords(
      "sql",
      [
        "6CREATE TABLE", "6create table", "6INSERT INTO", "6insert into", "4SELECT ", "4select ",
        "7DROP TABLE", "7drop table", "7ALTER TABLE", "7alter table", "1UPDATE ",
        "8BEGIN TRANSACTION",
        "5BEGIN;", "1SET ", "9-- MySQL dump", "9-- PostgreSQL database dump", "5PRAGMA ",
        "4CREATE ",
        "3create ", "4COMMIT", "1-- ", "5USE `", "6DELETE FROM", "6CREATE OR REPLACE", "6DROP ",
        "6GRANT ",
      ]),
    LanguageWords(
      "css",
      [
        "5@media ", "7@import url", "6body {", "8@charset", "8:root", "5html {", "9@font-face",
        "4* {",
        "5margin:", "5padding:", "4color:", "6font-family:", "4background:", "4display:", "3width:",
        "5font-size:", "6body{", "5margin-", "4background-", "4text-align:", "4border:",
      ]),
    LanguageWords(
      "scss", ["9@mixin ", "8@include ", "8@extend", "8@use \"", "4&:", "4&."], base: "css"),
    LanguageWords(
      "wavefront",
      ["3v ", "4vt ", "4vn ", "3f ", "8mtllib ", "8usemtl ", "2o ", "2g ", "2s "]),
    LanguageWords(
      "wavefront-material",
      ["9newmtl ", "4Ka ", "4Kd ", "4Ks ", "7map_Kd ", "6illum ", "3Ns "]),
    LanguageWords(
      "ascii-grid",
      [
        "9ncols", "7nrows", "9xllcorner", "7cellsize", "7NODATA_value", "9NCOLS", "7NROWS",
        "9XLLCORNER",
      ]),
    LanguageWords(
      "asciidoc",
      [
        "3= ", "4== ", "8:toc:", "7image::", "7[source", "7:author:", "7ifdef::", "7include::",
        "8:doctype:", "4[NOTE]",
      ]),
    LanguageWords(
      "latex-class",
      ["9\\NeedsTeXFormat", "9\\ProvidesClass", "9\\ProvidesPackage", "7\\LoadClass"]),
    LanguageWords(
      "ampl", ["6param ", "1var ", "1set ", "8minimize ", "8maximize ", "8subject to"]),
    LanguageWords(
      "idl", ["6pro ", "9compile_opt", "6endfor", "1function ", "5endif", "5PRO "]),
  ]

  static let building: [LanguageWords] = [
    LanguageWords(
      "makefile",
      [
        "5all:", "9.PHONY", "6clean:", "4CC = ", "5CFLAGS", "1include ", "7ifeq ", "2ifdef ", "4$(",
        "5install:", "1endif", "4CC=",
      ], parts: ["5$(CC)", "2 := ", "3$@", "6.o: "]),
    LanguageWords(
      "cmake",
      [
        "9cmake_minimum_required", "4project(", "9add_executable", "9add_library", "8find_package(",
        "7target_", "4set(", "1if(", "2include(", "8add_subdirectory", "4option(",
      ]),
    LanguageWords(
      "dockerfile",
      ["5FROM ", "5RUN ", "5COPY ", "7WORKDIR ", "7ENTRYPOINT", "7CMD [", "5ENV ", "7EXPOSE "]),
    LanguageWords(
      "m4",
      [
        "8dnl ", "9AC_INIT", "9define(`", "9AC_DEFUN", "8divert(", "9changequote", "7m4_", "5AC_",
        "4AM_",
      ]),
    LanguageWords(
      "qml",
      [
        "9import QtQuick", "5import Qt", "5Item {", "5Rectangle {", "2property ", "7anchors.",
        "7import org.kde",
      ]),
    LanguageWords(
      "qmake",
      [
        "9TEMPLATE = ", "9QT +=", "8SOURCES +=", "8HEADERS +=", "8CONFIG +=", "5TARGET = ",
        "9QT       +=",
      ]),
    LanguageWords("go-module", ["2module ", "8go 1.", "7require (", "3require ", "5replace "]),
    LanguageWords("puppet", ["8package { ", "8file { ", "8service { ", "2class ", "2include "]),
  ]
}
