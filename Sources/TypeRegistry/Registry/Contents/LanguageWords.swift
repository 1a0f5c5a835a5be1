// SPDX-License-Identifier: MIT

/// Words that reveal the language of a text.
struct LanguageWords: Sendable {
  /// The name of the language, as rules ask for it.
  let name: StaticString
  /// Words that begin lines, each after a digit, its weight.
  let starts: [StaticString]
  /// Words anywhere in lines, each after its weight.
  let parts: [StaticString]
  /// The language that this one is a dialect of, so that its words are also words of this one.
  let base: StaticString?

  /// The name of a file of declarations in the language.
  var header: StaticString? {
    switch name.description {
    case "c": "c-header"
    case "c++": "c++-header"
    case "objective-c": "objective-c-header"
    default: nil
    }
  }

  init(
    _ name: StaticString, _ starts: [StaticString], parts: [StaticString] = [],
    base: StaticString? = nil
  ) {
    self.name = name
    self.starts = starts
    self.parts = parts
    self.base = base
  }

  /// The languages, those that differ in few words next to each other.
  static let all: [LanguageWords] =
    c + scripts + typed + functional + logic + hardware + data + building

  static let c: [LanguageWords] = [
    LanguageWords(
      "c",
      [
        "4#include <", "4#include \"", "1#ifndef ", "1#ifdef ", "1#define ", "4typedef struct",
        "4typedef ", "3int main(", "2struct ", "2static ", "1extern ", "1void ", "1int ", "1char ",
        "1unsigned ", "2#pragma once", "1return ",
      ]),
    LanguageWords(
      "c++",
      [
        "6using namespace ", "4namespace ", "6template <", "6template<", "5public:", "5private:",
        "5protected:", "4std::", "5#include <iostream>", "4#include <string>", "4#include <vector>",
        "3virtual ", "5#include <memory>", "3explicit ", "4constexpr ", "2class ", "3using ",
      ], parts: ["3std::", "2::"], base: "c"),
    LanguageWords(
      "objective-c",
      [
        "7#import <", "7#import \"", "8@interface ", "8@implementation ", "6@property",
        "7@protocol ",
        "5@end", "6@class ", "3- (", "3+ (", "7@autoreleasepool", "7@synthesize", "7@import ",
      ], parts: ["3NSString", "3 @\""], base: "c"),
    LanguageWords(
      "java",
      [
        "6import java.", "6import javax.", "4public class ", "2import org.", "2import com.",
        "4public interface ", "4public abstract class ", "3@Override", "4public final class ",
        "1package ", "1private ", "1public ", "3import static ", "4public enum ", "2protected ",
      ], parts: ["4static void main("]),
    LanguageWords(
      "c-sharp",
      [
        "6using System", "5using Microsoft", "2namespace ", "2public class ", "4internal class ",
        "5public sealed class ", "5[assembly:", "4public static class ", "4public partial class ",
        "5internal static ", "1public ", "1private ", "2/// <summary>",
      ], parts: ["3{ get;"]),
    LanguageWords(
      "glsl",
      [
        "7#version ", "6uniform ", "7varying ", "5attribute ", "7precision ", "3void main(",
        "6in vec",
        "6out vec", "3vec4 ", "3vec3 ", "6layout(", "6layout (", "6gl_",
      ]),
    LanguageWords(
      "d", ["8import std.", "1module ", "2void main(", "6import core.", "2struct ", "3unittest"]),
    LanguageWords(
      "rez",
      [
        "8resource '", "7data '", "6type '", "8#include \"Types.r\"", "8#include \"SysTypes.r\"",
        "5read '",
      ]),
    LanguageWords(
      "renderscript", ["9#pragma version(", "9#pragma rs ", "3rs_", "2float4 "]),
  ]

  static let scripts: [LanguageWords] = [
    LanguageWords(
      "python",
      [
        "6if __name__ ==", "3def ", "1class ", "2import ", "5async def ", "3elif ", "3except ",
        "4try:",
        "2else:", "5__all__", "3self.", "4@staticmethod", "4@property", "2\"\"\"", "3with ",
        "1print(",
        "1raise ", "3from __future__ ",
      ], parts: ["3 import ", "2):", "3(self"]),
    LanguageWords(
      "perl",
      [
        "6use strict", "6use warnings", "5my $", "5my @", "5my %", "3sub ", "5use lib", "6=head1",
        "5=pod", "5use vars", "5our $", "5our @", "3__END__", "4local $", "4use POSIX", "3=cut",
        "4use Test::", "4use base ", "4use parent ", "3package ",
      ], parts: ["2->{", "2 =~ ", "2@_;"]),
    LanguageWords(
      "ruby",
      [
        "6require '", "5require \"", "7require_relative", "2def ", "2end", "2module ", "1class ",
        "6attr_", "3puts ", "1include ", "8# frozen_string_literal", "6gem '", "2unless ",
        "4elsif ",
      ], parts: ["3 do |", "2.each"]),
    LanguageWords("php", ["9<?php", "8<?=", "1namespace ", "1use ", "1$"], parts: ["2$this->"]),
    LanguageWords(
      "javascript",
      [
        "6'use strict'", "6\"use strict\"", "3const ", "3let ", "3var ", "2function ", "3function(",
        "7module.exports", "5exports.", "5import React", "4export default ", "3export function",
        "3export const", "5(function", "5console.log(", "5document.", "5window.", "4$(",
        "3import {",
        "4import * as", "5async function", "6define([", "2if (", "2return ",
      ], parts: ["5 = require(", "4 => {", "3 from '", "3 from \"", "4 = function(", "4 === "]),
    LanguageWords(
      "typescript",
      [
        "8import type ", "4interface ", "8export interface ", "8export type ", "2type ",
        "7export enum", "3enum ", "5declare ", "3export class ", "7export abstract class",
        "7@Component(", "7@Injectable", "6@Input()", "5private readonly ", "5public readonly ",
        "8/// <reference ", "3readonly ",
      ],
      parts: ["5: string", "5: number", "5: boolean", "4: void", "3): ", "2 as ", "4: any"],
      base: "javascript"),
    LanguageWords(
      "lua",
      [
        "5local ", "2function ", "2end", "6--[[", "1-- ", "7local function", "4elseif ", "2return ",
      ], parts: ["2 then", "4 = require", "2 .. "]),
    LanguageWords(
      "tcl",
      [
        "6proc ", "4set ", "8package require ", "8namespace eval ", "2puts ", "5if {", "3foreach ",
        "8package provide ", "2source ",
      ]),
    LanguageWords(
      "shell",
      [
        "6if [ ", "5fi", "3then", "6esac", "4done", "3echo ", "3export ", "2case ", "6set -e",
        "6if [[ ", "2source ", "5alias ", "2exit ", "5while read", "3elif ",
      ], parts: ["4; do", "4; then", "2$(", "3 || exit"]),
    LanguageWords(
      "powershell",
      [
        "5param(", "5param (", "8Write-Host", "8Import-Module", "9[CmdletBinding", "6<#", "5Get-",
        "4Set-", "4New-", "7Write-", "8.SYNOPSIS", "1$",
      ]),
    LanguageWords(
      "batch",
      [
        "9@echo off", "9@ECHO OFF", "9@Echo Off", "5rem ", "6REM ", "3goto ", "6if exist",
        "6if not exist",
        "4:: ", "8setlocal", "8SETLOCAL", "8@rem ", "2set ",
      ], parts: ["3%~"]),
    LanguageWords(
      "matlab",
      [
        "7function [", "3function ", "1end", "2%", "6clear all", "6clc", "6close all", "2fprintf(",
        "2disp(", "8classdef ", "5figure;", "3plot(", "4hold on", "3subplot(", "5addpath(",
      ], parts: ["3 = zeros(", "3...", "3(:,"]),
    LanguageWords(
      "r",
      [
        "6library(", "1require(", "2source(", "6setwd(", "4data.frame(", "7install.packages(",
        "6#' @", "7setMethod(", "7setClass(", "3#' ", "4suppressPackage",
      ], parts: ["7 <- function(", "3 <- ", "3 %>%"]),
    LanguageWords(
      "awk", ["7BEGIN {", "7BEGIN{", "6END {", "6END{", "5{ print", "2function ", "5{print"]),
    LanguageWords(
      "actionscript",
      [
        "6package {", "8import flash.", "8import mx.", "3public function ",
        "8override public function",
        "7[Embed", "7[Bindable", "5trace(", "7public dynamic class",
      ]),
  ]

  static let typed: [LanguageWords] = [
    LanguageWords(
      "go",
      [
        "5package main", "3package ", "7import (", "5func ", "6func (", "3import \"", "1type ",
      ], parts: ["3 := "]),
    LanguageWords(
      "rust",
      [
        "7use std::", "7use crate::", "3fn ", "6pub fn ", "4impl ", "6impl<", "5pub struct ",
        "7#[derive(", "3mod ", "6pub mod ", "7extern crate", "6let mut ", "6#![", "5pub enum",
        "4//! ", "6use super", "4#[test]", "4#[cfg(", "2let ",
      ], parts: ["3 -> ", "3::new("]),
    LanguageWords(
      "swift",
      [
        "7import Foundation", "7import UIKit", "8import SwiftUI", "3func ", "2let ", "2var ",
        "1struct ", "5extension ", "4@main", "5guard ", "4protocol ", "5public func",
        "7override func",
        "8import PackageDescription", "3private let", "4public struct ", "3import XCTest",
      ], parts: ["2 -> ", "2: String"]),
    LanguageWords(
      "kotlin",
      [
        "6fun ", "3val ", "7data class ", "7import kotlin", "7override fun ", "4import android",
        "1package ", "2object ", "7companion object", "7suspend fun", "5private fun ",
        "3private val ",
      ]),
    LanguageWords(
      "scala",
      [
        "3object ", "1def ", "8import scala.", "7case class ", "4trait ", "2val ", "6sealed trait ",
        "6implicit ",
      ], parts: ["5 extends App"]),
    LanguageWords(
      "dart", ["9import 'package:", "9import 'dart:", "2library ", "6part of ", "5@override"]),
    LanguageWords(
      "groovy",
      [
        "9apply plugin:", "1def ", "5plugins {", "4dependencies {", "6repositories {",
        "8import groovy.", "7pipeline {", "7buildscript {",
      ]),
    LanguageWords(
      "pascal",
      [
        "4program ", "5unit ", "5uses", "2interface", "5implementation", "4begin", "5procedure ",
        "1function ", "2var", "7end.", "5end;", "6{$", "1type", "1const", "5Program ", "5Unit ",
        "5Uses ", "4Begin", "7End.", "5Procedure ",
      ], parts: ["3 := "]),
    LanguageWords(
      "modula-2",
      [
        "9DEFINITION MODULE", "9IMPLEMENTATION MODULE", "5MODULE ", "2IMPORT ", "4PROCEDURE ",
        "2BEGIN", "2END ",
      ], parts: ["5 IMPORT "]),
    LanguageWords(
      "fortran",
      [
        "2program ", "6subroutine ", "7SUBROUTINE ", "9implicit none", "9IMPLICIT NONE",
        "6IMPLICIT ",
        "7end subroutine", "7end program", "3PROGRAM ", "4REAL ", "4INTEGER ", "4contains",
        "3call ",
        "3CALL ", "4DIMENSION ", "3integer, ", "3real, ", "5COMMON /", "4integer :: ", "4real :: ",
      ], parts: ["3 :: "]),
    LanguageWords(
      "visual-basic",
      [
        "9VERSION 1.0 CLASS", "8Attribute VB_", "7Option Explicit", "5Private Sub ", "5Public Sub ",
        "5Public Function ", "4Dim ", "5End Sub", "5End Function", "5Imports ", "5Public Class ",
        "2Sub ", "4Private Function ",
      ]),
    LanguageWords(
      "apex",
      [
        "9public with sharing class ", "8global class ", "9public without sharing class ",
        "6@isTest", "6@IsTest", "2public class ", "4trigger ", "8global with sharing class ",
      ], parts: ["5[SELECT ", "5[Select "]),
    LanguageWords(
      "abl",
      [
        "8USING Progress.", "4CLASS ", "7DEFINE VARIABLE", "6METHOD PUBLIC", "8END CLASS.",
        "7DEF VAR ", "7ROUTINE-LEVEL",
      ]),
  ]
}
